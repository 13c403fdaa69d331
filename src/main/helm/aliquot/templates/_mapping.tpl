{{- /* The names of one entry: those that are not empty. Call with a dict of key and name. */ -}}
{{- define "aliquot.resources" -}}
{{- $names := dict }}
{{- range $key, $name := . }}{{ if $name }}{{ $_ := set $names $key $name }}{{ end }}{{ end }}
{{- toYaml $names }}
{{- end }}

{{- /* The back end of the own driver. */ -}}
{{- define "aliquot.backend" -}}
driver: gpu.aliquot.io
deviceClass: {{ .Values.deviceClass.name }}
capacities: {memory: memory, cores: cores, shares: shares}
allShares: 1000
attributes: {uuid: uuid, type: productName, numa: resource.kubernetes.io/numaNode}
typePrefix: NVIDIA
enforced: true
{{- end }}

{{- define "aliquot.nvidia" -}}
name: nvidia
resources:
  {{- include "aliquot.resources" (dict
      "count" .Values.resourceName
      "memory" .Values.resourceMem
      "memoryPercentage" .Values.resourceMemPercentage
      "cores" .Values.resourceCores
      "priority" .Values.resourcePriority) | nindent 2 }}
units:
  {{- toYaml .Values.nvidia.units | nindent 2 }}
annotations:
  {{- toYaml .Values.nvidia.annotations | nindent 2 }}
modes:
  {{- toYaml .Values.nvidia.modes | nindent 2 }}
backend:
  {{- if .Values.nvidia.backend }}
  {{- toYaml .Values.nvidia.backend | nindent 2 }}
  {{- else }}
  {{- include "aliquot.backend" . | nindent 2 }}
  {{- end }}
{{- with .Values.nvidia.mig }}
mig:
  {{- toYaml . | nindent 2 }}
{{- end }}
cardSizesMiB:
  {{- toYaml .Values.nvidia.cardSizesMiB | nindent 2 }}
priorityEnv: {{ .Values.nvidia.priorityEnv }}
{{- end }}

{{- /* The other vendors' names and what their numbers count, as the old system reads them. */ -}}
{{- define "aliquot.vendors" -}}
mlu:
  resources:
    {{- include "aliquot.resources" (dict "count" .Values.mluResourceName "memory" .Values.mluResourceMem "cores" .Values.mluResourceCores) | nindent 4 }}
  units: {memory: 256}
dcu:
  resources:
    {{- include "aliquot.resources" (dict "count" .Values.dcuResourceName "memory" .Values.dcuResourceMem "cores" .Values.dcuResourceCores) | nindent 4 }}
hcu:
  resources:
    {{- include "aliquot.resources" (dict "count" .Values.hcuResourceName "memory" .Values.hcuResourceMem "cores" .Values.hcuResourceCores) | nindent 4 }}
metax:
  resources:
    {{- include "aliquot.resources" (dict "count" .Values.metaxResourceName "memory" .Values.metaxResourceMem "cores" .Values.metaxResourceCore) | nindent 4 }}
  units: {memory: GiB, suffixed: bytes}
enflame:
  resources:
    {{- include "aliquot.resources" (dict "count" .Values.enflameResourceNameVGCU "memoryPercentage" .Values.enflameResourceNameVGCUPercentage) | nindent 4 }}
kunlun:
  resources:
    {{- include "aliquot.resources" (dict "count" .Values.kunlunResourceVCountName "memory" .Values.kunlunResourceVMemoryName) | nindent 4 }}
ascend:
  resources:
    {{- include "aliquot.resources" (dict "count" .Values.ascendResourceName "memory" .Values.ascendResourceMem) | nindent 4 }}
{{- end }}

{{- define "aliquot.cardsInOneRequest" -}}
{{- $given := .Values.pods.cardsInOneRequest }}
value: {{ ternary (semverCompare ">=1.36.0-0" .Capabilities.KubeVersion.Version) $given (eq (toString $given) "auto") }}
{{- end }}

{{- /* The mapping file. A vendor without a back end is left out: nobody could serve its claims. */ -}}
{{- define "aliquot.mapping" -}}
{{- $entries := list (include "aliquot.nvidia" . | fromYaml) }}
{{- $vendors := include "aliquot.vendors" . | fromYaml }}
{{- range $name, $entry := $vendors }}
{{- $own := index $.Values.vendors $name }}
{{- if $own }}
{{- $entries = append $entries (mergeOverwrite (dict "name" $name) $entry $own) }}
{{- end }}
{{- end }}
{{- range .Values.extraMappings }}{{ $entries = append $entries . }}{{ end }}
{{- $pods := merge dict .Values.pods }}
{{- $_ := set $pods "cardsInOneRequest" (include "aliquot.cardsInOneRequest" . | fromYaml).value }}
{{- toYaml (dict "vendors" $entries "pods" $pods) }}
{{- end }}

{{- /* All mapped names, each once, in order. */ -}}
{{- define "aliquot.mappedNames" -}}
{{- $names := list }}
{{- range (include "aliquot.mapping" . | fromYaml).vendors }}
{{- range $key, $name := .resources }}{{ $names = append $names $name }}{{ end }}
{{- end }}
{{- toYaml ($names | uniq | sortAlpha) }}
{{- end }}

{{- /* The same expression as the program writes when the mapping changes. */ -}}
{{- define "aliquot.condition" -}}
{{- $names := list }}
{{- range include "aliquot.mappedNames" . | fromYamlArray }}{{ $names = append $names (printf "'%s'" .) }}{{ end }}
{{- $in := printf "[%s]" (join ", " $names) -}}
(object.spec.containers + (has(object.spec.initContainers) ? object.spec.initContainers : [])).exists(c, has(c.resources) && ((has(c.resources.limits) && c.resources.limits.exists(k, k in {{ $in }})) || (has(c.resources.requests) && c.resources.requests.exists(k, k in {{ $in }}))))
{{- end }}

{{- define "aliquot.notIgnored" -}}
{{- range .Values.pods.ignoreLabels }}
- {key: {{ . }}, operator: NotIn, values: [ignore]}
{{- end }}
{{- end }}
