{{- /* What the program would refuse in the mapping file: it would not start with it, nor take it over when it runs. */ -}}
{{- define "aliquot.mappingErrors" -}}
{{- $mapping := include "aliquot.mapping" . | fromYaml }}
{{- $names := list }}
{{- range $mapping.vendors }}
{{- include "aliquot.mustBe" (list (printf "name of the entry %s" .name) "label" .name) }}
{{- if has .name $names }}
- name of the entry {{ .name }}: is there twice; give each entry a name of its own
{{- end }}
{{- $names = append $names .name }}
{{- include "aliquot.unitErrors" . }}
{{- $entry := .name }}
{{- range $kind, $name := .annotations }}
{{- include "aliquot.mustBe" (list (printf "%s.annotations.%s" $entry $kind) "qualified" $name) }}
{{- end }}
{{- if ne (len (values (.annotations | default dict))) (len (values (.annotations | default dict) | uniq)) }}
- {{ $entry }}.annotations: two of them have the same name; give each a name of its own
{{- end }}
{{- range .modes }}
{{- include "aliquot.mustBe" (list (printf "%s.modes" $entry) "label" .) }}
{{- if eq . "mig" }}
- {{ $entry }}.modes: mig has a driver of its own; leave it out and write a mig object
{{- end }}
{{- end }}
{{- include "aliquot.backendErrors" (list (printf "%s.backend" $entry) .backend) }}
{{- if .mig }}
{{- include "aliquot.backendErrors" (list (printf "%s.mig" $entry) .mig) }}
{{- include "aliquot.sizeErrors" (list (printf "%s.mig.profilesMiB" $entry) .mig.profilesMiB) }}
{{- if not .mig.profilesMiB }}
- {{ $entry }}.mig.profilesMiB: list the memory of the MIG profiles in MiB, such as [4864, 9856]
{{- end }}
{{- end }}
{{- include "aliquot.sizeErrors" (list (printf "%s.cardSizesMiB" $entry) .cardSizesMiB) }}
{{- if hasKey . "priorityEnv" }}
{{- include "aliquot.mustBe" (list (printf "%s.priorityEnv" $entry) "variable" .priorityEnv) }}
{{- end }}
{{- end }}
{{- include "aliquot.podErrors" $mapping.pods }}
{{- end }}

{{- /* Call with a list of where, kind of name, name: nothing, or what is wrong and what to write instead. */ -}}
{{- define "aliquot.mustBe" -}}
{{- $label := "[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?" }}
{{- $domain := printf "%s(\\.%s)*" $label $label }}
{{- $name := "[A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?" }}
{{- $identifier := "[A-Za-z_][A-Za-z0-9_]{0,31}" }}
{{- $kinds := dict
    "label" (list $label 63 ": write lower-case letters, digits and '-', at most 63")
    "service" (list "[a-z]([-a-z0-9]*[a-z0-9])?" 40 " can't name Services; they need lower-case letters, digits and '-' after a letter; set fullnameOverride to such a name")
    "subdomain" (list $domain 253 ": write a DNS subdomain such as gpu.example.com")
    "driver" (list $domain 63 ": write a DNS subdomain of at most 63 characters such as gpu.example.com")
    "qualified" (list (printf "(%s/)?%s" $domain $name) 317 ": write a qualified name such as example.com/name")
    "resource" (list (printf "%s/%s" $domain $name) 317 " is no resource name; write a domain and a name, such as nvidia.com/gpu")
    "identifier" (list $identifier 32 ": write letters, digits and '_', at most 32")
    "attribute" (list (printf "%s/%s" $domain $identifier) 96 ": write domain/attribute such as resource.kubernetes.io/numaNode")
    "variable" (list "[A-Za-z_][A-Za-z0-9_]*" 128 ": write letters, digits and '_' such as CUDA_TASK_PRIORITY")
    "prefix" (list "[A-Za-z0-9_-]*" 32 ": write letters, digits, '_' and '-', at most 32, such as NVIDIA") }}
{{- $kind := get $kinds (index . 1) }}
{{- $text := toString (index . 2) }}
{{- if or (gt (len $text) (index $kind 1)) (not (regexMatch (printf "^(%s)$" (first $kind)) $text)) }}
- {{ first . }}: '{{ $text }}'{{ index $kind 2 }}
{{- end }}
{{- end }}

{{- define "aliquot.unitErrors" -}}
{{- $units := .units | default dict }}
{{- $entry := .name }}
{{- $advice := dict "memory" "MiB, GiB, bytes or, for blocks of so many MiB, a whole number from 1 to 1048576"
    "cores" "percent or, when a card is so many units, a whole number from 1 to 1048576"
    "defaultCount" "fromCores or a whole number from 1 to 32" }}
{{- $words := dict "memory" (list "MiB" "GiB" "bytes") "cores" (list "percent") "defaultCount" (list "fromCores") }}
{{- range $key, $words := $words }}
{{- $given := hasKey $units $key | ternary (get $units $key) 1 }}
{{- $text := kindIs "string" $given | ternary (toString $given) (printf "%.0f" (float64 $given)) }}
{{- $most := eq $key "defaultCount" | ternary 32 1048576 }}
{{- $isNumber := and (regexMatch "^[1-9][0-9]{0,6}$" $text) (le (atoi $text) $most) }}
{{- if and (hasKey $units $key) (not $isNumber) (not (has $text $words)) }}
- {{ $entry }}.units.{{ $key }}: '{{ get $units $key }}': write {{ get $advice $key }}
{{- end }}
{{- end }}
{{- if and (eq (toString $units.defaultCount) "fromCores") (not (dig "cores" "" (.resources | default dict))) }}
- {{ $entry }}.units.defaultCount: fromCores needs a name for cores; map one, or write a number
{{- end }}
{{- end }}

{{- /* Call with a list of where and a back end. */ -}}
{{- define "aliquot.backendErrors" -}}
{{- $where := first . }}
{{- $backend := last . | default dict }}
{{- $capacities := $backend.capacities | default dict }}
{{- if not $backend.deviceClass }}
- {{ $where }}.deviceClass: name the DeviceClass of these cards
{{- else }}
{{- include "aliquot.mustBe" (list (printf "%s.deviceClass" $where) "subdomain" $backend.deviceClass) }}
{{- end }}
{{- if $backend.driver }}
{{- include "aliquot.mustBe" (list (printf "%s.driver" $where) "driver" $backend.driver) }}
{{- end }}
{{- if not $capacities.memory }}
- {{ $where }}.capacities.memory: write the driver's capacity name of the memory
{{- end }}
{{- range $key, $name := $capacities }}
{{- include "aliquot.mustBe" (list (printf "%s.capacities.%s" $where $key) "identifier" $name) }}
{{- end }}
{{- if ne (len (values $capacities)) (len (values $capacities | uniq)) }}
- {{ $where }}.capacities: two of them have the same name; memory, cores and shares are different capacities
{{- end }}
{{- range $key, $name := $backend.attributes }}
{{- include "aliquot.mustBe" (list (printf "%s.attributes.%s" $where $key) (eq $key "numa" | ternary "attribute" "identifier") $name) }}
{{- end }}
{{- include "aliquot.mustBe" (list (printf "%s.typePrefix" $where) "prefix" ($backend.typePrefix | default "")) }}
{{- end }}

{{- /* Call with a list of where and sizes. */ -}}
{{- define "aliquot.sizeErrors" -}}
{{- $before := 0.0 }}
{{- $ascending := true }}
{{- range last . }}
{{- if le (float64 .) $before }}{{ $ascending = false }}{{ end }}
{{- $before = float64 . }}
{{- end }}
{{- if or (not $ascending) (gt (len (last . | default list)) 8) }}
- {{ first . }}: write at most 8 different sizes in ascending order such as [24576, 81920]
{{- end }}
{{- end }}

{{- define "aliquot.podErrors" -}}
{{- $pods := . }}
{{- range $key, $kind := dict "legacySchedulers" "subdomain" "draSchedulers" "subdomain" "unsupportedAnnotations" "qualified" "ignoreLabels" "qualified" }}
{{- $list := get $pods $key | default list }}
{{- range $list }}
{{- include "aliquot.mustBe" (list (printf "pods.%s" $key) $kind .) }}
{{- if and (eq $kind "subdomain") (eq . "default-scheduler") }}
- pods.{{ $key }}: default-scheduler always allocates claims; leave it out
{{- end }}
{{- end }}
{{- if ne (len $list) (len ($list | uniq)) }}
- pods.{{ $key }}: a name is listed twice; keep one of them
{{- end }}
{{- end }}
{{- range $pods.draSchedulers }}
{{- if has . ($pods.legacySchedulers | default list) }}
- pods.draSchedulers: '{{ . }}' is in pods.legacySchedulers too; keep one of them
{{- end }}
{{- end }}
{{- end }}
