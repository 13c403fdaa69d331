{{- /* Everything that is wrong with the values, one sentence each, all at once. */ -}}
{{- define "aliquot.errors" -}}
{{- include "aliquot.nameErrors" . }}
{{- include "aliquot.vendorErrors" . }}
{{- include "aliquot.mappingErrors" . }}
{{- include "aliquot.objectErrors" . }}
{{- include "aliquot.certificateErrors" . }}
{{- include "aliquot.oldValueErrors" . }}
{{- end }}

{{- define "aliquot.nameErrors" -}}
{{- $nvidia := (include "aliquot.nvidia" . | fromYaml).resources | default dict }}
{{- if not (omit $nvidia "priority") }}
- resourceName: map at least one of resourceName, resourceMem, resourceMemPercentage, resourceCores
{{- end }}
{{- $seen := list }}
{{- range (include "aliquot.mapping" . | fromYaml).vendors }}
{{- $entry := .name }}
{{- range $key, $name := .resources }}
{{- include "aliquot.mustBe" (list (printf "%s.%s" $entry $key) "resource" $name) }}
{{- if regexMatch "^(requests\\..*|(.*\\.)?kubernetes\\.io)/" (toString $name) }}
- {{ $entry }}.{{ $key }}: '{{ $name }}' belongs to Kubernetes itself; write a name of a vendor's domain
{{- end }}
{{- if has $name $seen }}
- {{ $entry }}.{{ $key }}: '{{ $name }}' is mapped already; a name can have one meaning only
{{- end }}
{{- $seen = append $seen $name }}
{{- end }}
{{- end }}
{{- end }}

{{- define "aliquot.vendorErrors" -}}
{{- range $name, $own := .Values.vendors }}
{{- if and $own (not (dig "backend" "driver" "" $own)) }}
- vendors.{{ $name }}.backend.driver: name the DRA driver that serves these cards
{{- end }}
{{- end }}
{{- range $i, $entry := .Values.extraMappings }}
{{- if not (dig "backend" "driver" "" $entry) }}
- extraMappings[{{ $i }}].backend.driver: name the DRA driver that serves these cards
{{- end }}
{{- end }}
{{- end }}

{{- /* Names that the API server would refuse in the middle of an install. */ -}}
{{- define "aliquot.objectErrors" -}}
{{- include "aliquot.mustBe" (list (not (empty .Values.fullnameOverride) | ternary "fullnameOverride" "name of the release") "service" (include "aliquot.name" .)) }}
{{- include "aliquot.mustBe" (list "deviceClass.name" "subdomain" .Values.deviceClass.name) }}
{{- range .Values.webhook.excludedNamespaces }}
{{- include "aliquot.mustBe" (list "webhook.excludedNamespaces" "label" .) }}
{{- end }}
{{- with .Values.certificates.secretName }}
{{- include "aliquot.mustBe" (list "certificates.secretName" "subdomain" .) }}
{{- end }}
{{- end }}

{{- define "aliquot.certificateErrors" -}}
{{- $c := .Values.certificates }}
{{- if and (eq $c.mode "provided") (not .Values.webhook.url) (not $c.secretName) }}
- certificates.secretName: name the Secret with tls.crt and tls.key, or set certificates.mode to self
{{- end }}
{{- if and (eq $c.mode "provided") (not $c.caBundle) }}
- certificates.caBundle: give the PEM of the CA that signed the certificate; the API server trusts nothing else
{{- end }}
{{- range $key := list "lifetime" "authorityLifetime" }}
{{- if eq (include "aliquot.hours" (get $c $key)) "0h" }}
- certificates.{{ $key }}: {{ get $c $key }} is no time at all; write a duration such as P90D
{{- end }}
{{- end }}
{{- if and $c.issuerRef (ne $c.mode "certManager") }}
- certificates.issuerRef: is for certificates.mode certManager alone; set that, or leave it empty
{{- end }}
{{- if and $c.issuerRef (not $c.issuerRef.name) }}
- certificates.issuerRef.name: name the issuer
{{- end }}
{{- if and $c.caBundle (not (contains "-----BEGIN CERTIFICATE-----" $c.caBundle)) }}
- certificates.caBundle: is not PEM; give it by --set-file certificates.caBundle=ca.crt
{{- end }}
{{- if and (ne $c.mode "provided") (or $c.secretName $c.caBundle) }}
- certificates.mode: is {{ $c.mode }}, but secretName or caBundle is set; set mode to provided, or leave both empty
{{- end }}
{{- if and .Values.webhook.url (ne $c.mode "provided") }}
- webhook.url: a webhook outside of the cluster brings its own certificate; set certificates.mode to provided and certificates.caBundle
{{- end }}
{{- if and .Values.webhook.url (not (hasPrefix "https://" .Values.webhook.url)) }}
- webhook.url: '{{ .Values.webhook.url }}' must begin with https://
{{- else if and .Values.webhook.url (not (regexMatch "^https://[^/?#@]+(/[^?#]*)?$" .Values.webhook.url)) }}
- webhook.url: '{{ .Values.webhook.url }}' is no address of a webhook; write https://host:port/mutate
{{- end }}
{{- end }}

{{- /* Values of HAMi's and HAMi-DRA's charts that would promise what can't be kept. */ -}}
{{- define "aliquot.oldValueErrors" -}}
{{- $places := list (list "" .Values) (list "devicePlugin." (default dict .Values.devicePlugin)) (list "node." .Values.node) }}
{{- range $places }}
{{- $where := first . }}
{{- $values := last . }}
{{- range $key, $what := dict "deviceMemoryScaling" "memory" "deviceCoreScaling" "compute" }}
{{- $scale := get $values $key }}
{{- if and $scale (gt (float64 $scale) 1.0) }}
- {{ $where }}{{ $key }}: {{ $scale }} would promise more {{ $what }} than a card has, and a program would fail when it uses it; leave it at 1
{{- end }}
{{- end }}
{{- end }}
{{- if hasKey .Values.webhook "image" }}
- webhook.image: there is one image for all parts; write image.repository and image.tag
{{- end }}
{{- if eq (toString (dig "mutating" "enabled" true (default dict .Values.webhook.config))) "false" }}
- webhook.config.mutating.enabled: without it no pod is rewritten; set webhook.enabled to false for the node driver alone
{{- end }}
{{- end }}
