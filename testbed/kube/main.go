// Command kube is the whole of Kubernetes in one file: it becomes the component that its own name,
// or else its first argument, names. The test bed links it under each of these names.
package main

import (
	"context"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	_ "time/tzdata" // CronJobs with a time zone

	"github.com/spf13/cobra"
	"go.etcd.io/etcd/server/v3/etcdmain"
	_ "k8s.io/client-go/plugin/pkg/client/auth"
	"k8s.io/component-base/cli"
	_ "k8s.io/component-base/logs/json/register"
	_ "k8s.io/component-base/metrics/prometheus/clientgo"
	_ "k8s.io/component-base/metrics/prometheus/version"
	kubectl "k8s.io/kubectl/pkg/cmd"
	"k8s.io/kubectl/pkg/cmd/util"
	apiserver "k8s.io/kubernetes/cmd/kube-apiserver/app"
	controllers "k8s.io/kubernetes/cmd/kube-controller-manager/app"
	proxy "k8s.io/kubernetes/cmd/kube-proxy/app"
	scheduler "k8s.io/kubernetes/cmd/kube-scheduler/app"
	kubelet "k8s.io/kubernetes/cmd/kubelet/app"
)

// components maps each name to what its original main does.
var components = map[string]func(){
	"etcd":                    func() { etcdmain.Main(os.Args) },
	"kube-apiserver":          func() { serve(apiserver.NewAPIServerCommand()) },
	"kube-controller-manager": func() { serve(controllers.NewControllerManagerCommand()) },
	"kube-scheduler":          func() { serve(scheduler.NewSchedulerCommand()) },
	"kube-proxy":              func() { serve(proxy.NewProxyCommand()) },
	// The kubelet installs its own signal handler and panics when it is given a signal context.
	"kubelet":            func() { serve(kubelet.NewKubeletCommand(context.Background())) },
	"kubectl":            func() { util.CheckErr(cli.RunNoErrOutput(kubectl.NewDefaultKubectlCommand())) },
	"simulated-kubelets": simulateKubelets,
	"service-names":      answerNames,
}

func main() {
	if run, known := components[filepath.Base(os.Args[0])]; known {
		run()
		return
	}
	if len(os.Args) > 1 {
		if run, known := components[os.Args[1]]; known {
			os.Args = os.Args[1:]
			run()
			return
		}
	}
	names := strings.Join(slices.Sorted(maps.Keys(components)), ", ")
	fmt.Fprintln(os.Stderr, "kube: the first argument names the component, one of:", names)
	os.Exit(2)
}

func serve(command *cobra.Command) {
	os.Exit(cli.Run(command))
}
