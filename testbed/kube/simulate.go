package main

import (
	"context"
	"encoding/json"
	"flag"
	"log"
	"os"
	"os/signal"
	"strconv"
	"syscall"
	"time"

	core "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	meta "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/tools/clientcmd"
)

const (
	// simulated is the label of the nodes that have no kubelet.
	simulated = "gpu.aliquot.io/simulated"
	// exitCode is an annotation on a pod: all its containers end at once with this code.
	exitCode = "gpu.aliquot.io/simulated-exit-code"
)

// simulateKubelets does what controllers wait for from the kubelets of the simulated nodes: a pod bound to one runs and
// is ready, ends if it says so, and is gone once deleted. It starts nothing and prepares no claim.
func simulateKubelets() {
	kubeconfig := flag.String("kubeconfig", "", "the kubeconfig file")
	flag.Parse()
	config, err := clientcmd.BuildConfigFromFlags("", *kubeconfig)
	if err != nil {
		log.Fatal(err)
	}
	config.QPS, config.Burst = 500, 1000
	client := kubernetes.NewForConfigOrDie(config)
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()

	factory := informers.NewSharedInformerFactory(client, 0)
	nodes := factory.Core().V1().Nodes().Lister()
	act := func(object any) {
		pod := object.(*core.Pod)
		node, err := nodes.Get(pod.Spec.NodeName)
		if err != nil || node.Labels[simulated] == "" {
			return
		}
		if err := advance(ctx, client, pod); err != nil && !apierrors.IsNotFound(err) && !apierrors.IsConflict(err) {
			log.Printf("%s/%s: %v", pod.Namespace, pod.Name, err)
		}
	}
	// The nodes are known before the first pod is looked at.
	factory.Core().V1().Nodes().Informer()
	factory.Start(ctx.Done())
	factory.WaitForCacheSync(ctx.Done())
	factory.Core().V1().Pods().Informer().AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc:    act,
		UpdateFunc: func(_, object any) { act(object) },
	})
	factory.Start(ctx.Done())
	factory.WaitForCacheSync(ctx.Done())
	log.Print("ready")
	<-ctx.Done()
}

// advance takes a bound pod one step further; the update that this causes brings the next one.
func advance(ctx context.Context, client kubernetes.Interface, pod *core.Pod) error {
	pods := client.CoreV1().Pods(pod.Namespace)
	switch {
	case pod.DeletionTimestamp != nil:
		now := int64(0)
		return pods.Delete(ctx, pod.Name, meta.DeleteOptions{GracePeriodSeconds: &now, Preconditions: meta.NewUIDPreconditions(string(pod.UID))})
	case pod.Status.Phase == core.PodPending:
		return patchStatus(ctx, client, pod, running(pod))
	case pod.Status.Phase == core.PodRunning && pod.Annotations[exitCode] != "":
		return patchStatus(ctx, client, pod, ended(pod))
	}
	return nil
}

func patchStatus(ctx context.Context, client kubernetes.Interface, pod *core.Pod, status core.PodStatus) error {
	patch, err := json.Marshal(map[string]any{"metadata": map[string]any{"uid": pod.UID}, "status": status})
	if err != nil {
		return err
	}
	_, err = client.CoreV1().Pods(pod.Namespace).Patch(ctx, pod.Name, types.StrategicMergePatchType, patch, meta.PatchOptions{}, "status")
	return err
}

func running(pod *core.Pod) core.PodStatus {
	now := meta.NewTime(time.Now())
	status := core.PodStatus{Phase: core.PodRunning, StartTime: &now}
	for _, kind := range []core.PodConditionType{core.PodInitialized, core.ContainersReady, core.PodReady} {
		status.Conditions = append(status.Conditions, core.PodCondition{Type: kind, Status: core.ConditionTrue, LastTransitionTime: now})
	}
	runs := core.ContainerState{Running: &core.ContainerStateRunning{StartedAt: now}}
	done := core.ContainerState{Terminated: &core.ContainerStateTerminated{Reason: "Completed", StartedAt: now, FinishedAt: now}}
	for _, container := range pod.Spec.InitContainers {
		state := done
		if container.RestartPolicy != nil && *container.RestartPolicy == core.ContainerRestartPolicyAlways {
			state = runs
		}
		status.InitContainerStatuses = append(status.InitContainerStatuses, containerStatus(container, state))
	}
	for _, container := range pod.Spec.Containers {
		status.ContainerStatuses = append(status.ContainerStatuses, containerStatus(container, runs))
	}
	return status
}

func containerStatus(container core.Container, state core.ContainerState) core.ContainerStatus {
	started := state.Running != nil
	return core.ContainerStatus{Name: container.Name, Image: container.Image, State: state, Started: &started,
		Ready: started || state.Terminated.ExitCode == 0}
}

func ended(pod *core.Pod) core.PodStatus {
	code, err := strconv.ParseInt(pod.Annotations[exitCode], 10, 32)
	status := core.PodStatus{Phase: core.PodSucceeded}
	reason := "Completed"
	if err != nil || code != 0 {
		status.Phase, reason = core.PodFailed, "Error"
	}
	now := meta.NewTime(time.Now())
	for _, kind := range []core.PodConditionType{core.ContainersReady, core.PodReady} {
		status.Conditions = append(status.Conditions, core.PodCondition{Type: kind, Status: core.ConditionFalse, Reason: "PodCompleted", LastTransitionTime: now})
	}
	over := core.ContainerState{Terminated: &core.ContainerStateTerminated{ExitCode: int32(code), Reason: reason, FinishedAt: now}}
	for _, container := range pod.Spec.Containers {
		state := containerStatus(container, over)
		state.Ready = false
		status.ContainerStatuses = append(status.ContainerStatuses, state)
	}
	return status
}
