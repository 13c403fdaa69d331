{{- define "aliquot.name" -}}
{{ default .Release.Name .Values.fullnameOverride | trunc 40 | trimSuffix "-" }}
{{- end }}

{{- define "aliquot.webhook" -}}
{{ include "aliquot.name" . }}-webhook
{{- end }}

{{- define "aliquot.node" -}}
{{ include "aliquot.name" . }}-node
{{- end }}

{{- define "aliquot.selector" -}}
app.kubernetes.io/name: aliquot
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .component }}
{{- end }}

{{- define "aliquot.labels" -}}
{{ include "aliquot.selector" . }}
app.kubernetes.io/version: {{ .root.Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
helm.sh/chart: {{ .root.Chart.Name }}-{{ .root.Chart.Version }}
{{- end }}

{{- define "aliquot.image" -}}
{{ .Values.image.repository }}:{{ default .Chart.AppVersion .Values.image.tag }}
{{- end }}

{{- define "aliquot.pullSecrets" -}}
{{- with .Values.image.pullSecrets }}
imagePullSecrets:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end }}

{{- /* What the restricted Pod Security standard asks of a container. */ -}}
{{- define "aliquot.restricted" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities:
  drop: [ALL]
{{- end }}

{{- /* What it asks of a pod. The user is the image's own. */ -}}
{{- define "aliquot.unprivileged" -}}
runAsNonRoot: true
runAsUser: 10001
runAsGroup: 10001
fsGroup: 10001
seccompProfile:
  type: RuntimeDefault
{{- end }}

{{- /* P90D as cert-manager writes it. Days and hours are all that the schema allows. */ -}}
{{- define "aliquot.hours" -}}
{{- $days := regexFind "[0-9]+D" . | trimSuffix "D" | default "0" | int }}
{{- $hours := regexFind "[0-9]+H" . | trimSuffix "H" | default "0" | int }}
{{- add (mul $days 24) $hours }}h
{{- end }}

{{- /* Labels, annotations or selectors of the values as text, without those that are the chart's own. Call with a list of
       values and the chart's own. */ -}}
{{- define "aliquot.strings" -}}
{{- $strings := dict }}
{{- $own := last . }}
{{- range $key, $value := first . }}
{{- if not (hasKey $own $key) }}{{ $_ := set $strings $key (toString $value) }}{{ end }}
{{- end }}
{{- if $strings }}{{ toYaml $strings }}{{ end }}
{{- end }}
