{{- /* What an admin should know: a YAML list of sentences. What only a cluster can tell is empty in 'helm template'. */ -}}
{{- define "aliquot.warnings" -}}
{{- $w := list }}
{{- if eq .Values.webhook.failurePolicy "Ignore" }}
{{- $w = append $w "webhook.failurePolicy is Ignore: while no webhook answers, pods pass unchanged; they wait for a device plugin, and where one runs they get whole cards without a limit." }}
{{- end }}
{{- if and .Values.webhook.enabled (not .Values.webhook.url) (lt (int .Values.webhook.replicas) 2) }}
{{- $w = append $w "webhook.replicas is 1: pods with GPU limits are refused whenever this replica is away." }}
{{- end }}
{{- if not .Values.node.enabled }}
{{- $w = append $w (printf "node.enabled is false: claims need a driver for DeviceClass %s from somewhere else." .Values.deviceClass.name) }}
{{- end }}
{{- if and (not .Values.nvidia.backend) (not .Values.deviceClass.create) }}
{{- if not (lookup "resource.k8s.io/v1" "DeviceClass" "" .Values.deviceClass.name) }}
{{- $w = append $w (printf "DeviceClass %s: is not made by this release and was not found; pods will wait until it exists." .Values.deviceClass.name) }}
{{- end }}
{{- end }}
{{- $unused := list }}
{{- range $key := list "scheduler" "devicePlugin" "certs" "drivers" "monitor" "schedulerName" "deviceVendors" "mockDevicePlugin" "dra" }}
{{- if hasKey $.Values $key }}{{ $unused = append $unused $key }}{{ end }}
{{- end }}
{{- if $unused }}
{{- $w = append $w (printf "these values of an older chart have no meaning here and do nothing: %s." (join ", " $unused)) }}
{{- end }}
{{- range (lookup "admissionregistration.k8s.io/v1" "MutatingWebhookConfiguration" "" "").items }}
{{- if and (eq (dig "metadata" "labels" "app.kubernetes.io/name" "" .) "aliquot") (ne .metadata.name (include "aliquot.name" $)) }}
{{- $w = append $w (printf "MutatingWebhookConfiguration %s is of another release of this chart: one release serves a whole cluster, and with two a pod is refused while either is away; uninstall one." .metadata.name) }}
{{- end }}
{{- if contains "hami" (lower .metadata.name) }}
{{- $w = append $w (printf "MutatingWebhookConfiguration %s of the HAMi family changes the same pods; uninstall it, or opt its namespaces out of one of the two." .metadata.name) }}
{{- end }}
{{- end }}
{{- range (lookup "v1" "Node" "" "").items }}
{{- $count := dig "status" "allocatable" $.Values.resourceName "0" . }}
{{- if and $.Values.resourceName (ne (toString $count) "0") }}
{{- $w = append $w (printf "node %s still offers %s through a device plugin: its cards can be given out twice; stop the device plugin." .metadata.name $.Values.resourceName) }}
{{- end }}
{{- end }}
{{- range (lookup "resource.k8s.io/v1" "DeviceClass" "" "").items }}
{{- $owned := dig "spec" "extendedResourceName" "" . }}
{{- if and $owned (has $owned (include "aliquot.mappedNames" $ | fromYamlArray)) }}
{{- $w = append $w (printf "DeviceClass %s owns the name %s as extendedResourceName: pods that opt out of rewriting get whole cards by it." .metadata.name $owned) }}
{{- end }}
{{- end }}
{{- toYaml $w }}
{{- end }}
