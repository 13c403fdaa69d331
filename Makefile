# Everything starts here. 'make' alone lists what there is.
ROOT := $(dir $(abspath $(lastword $(MAKEFILE_LIST))))
MVN ?= mvn
MAVEN := $(ROOT)build/maven -B -ntp
JAR := target/quarkus-app/quarkus-run.jar
SOURCES := pom.xml $(shell find src/main -type f -not -path 'src/main/helm/*' 2>/dev/null)
# The release of Kubernetes for the targets that start one.
K8S ?= 1.37
# The native part is a folder of its own and may be left out of a checkout.
NATIVE := $(if $(wildcard native-interposer/Makefile),native-interposer)

.DEFAULT_GOAL := help
.PHONY: help build native simulator demo test test-java test-native e2e e2e-all e2e-unsupported e2e-node demo-cluster cluster cluster-down check check-java check-native fmt update-golden sbom fuzz bench bench-admission bench-start bench-native clean

help: ## List the targets
	@awk -F ':.*## ' '/^[a-z0-9-]+:.*## / { printf "  make %-15s %s\n", $$1, $$2 }' $(firstword $(MAKEFILE_LIST))

build: $(JAR) target/aliquot.aot native ## Build the program and the native library

$(JAR): $(SOURCES)
	$(MAVEN) -q package -DskipTests
	@touch $@

# What the command line has loaded once it need not load again: it starts in half the time.
target/aliquot.aot: $(JAR) bin/aliquot
	@build/aot-cache

# The path of the program is written as bin/aliquot writes it: with another the JVM passes the cache over.
target/webhook.aot: $(JAR) build/aot-webhook
	@build/aot-webhook $(ROOT)$@ "$$(bin/find-jdk)/bin/java" $(ROOT)bin/../$(JAR)

native: ## Build the native library alone
	$(if $(NATIVE),$(MAKE) -C $(NATIVE))

demo: build ## See it work: the webhook without a cluster, then two programs on one simulated card
	$(if $(wildcard demo/run.sh),demo/run.sh)
	$(if $(NATIVE),$(MAKE) -C $(NATIVE) demo)

test: test-java test-native ## Run all tests

test-java: build ## Run the Java tests alone
	$(MAVEN) test

test-native: ## Run the tests of the native library alone
	$(if $(NATIVE),$(MAKE) -C $(NATIVE) test)

demo-cluster: build simulator ## See the whole at work: a real Kubernetes with a real node and a simulated card; needs root
	@K8S=$(K8S) demo/cluster.sh

simulator: native
	$(if $(NATIVE),$(MAKE) -C $(NATIVE) sim)

e2e: build ## Run the tests on a real Kubernetes, the newest or e.g. K8S=1.36
	@testbed/bin/cluster build --k8s $(K8S)
	@mkdir -p target/tmp
	@# A failed test is run once more, and named as flaky when it passes then: machines that run this are shared.
	K8S=$(K8S) $(MAVEN) test -Dtest='*IT' -Dsurefire.rerunFailingTestsCount=1 -Dtest.jvm.args='-Xmx1g -Djava.io.tmpdir=$(ROOT)target/tmp'
	@$(MAKE) e2e-node K8S=$(K8S)

e2e-node: build simulator ## Run those of them that need a real node: skipped where it cannot be had
	@$(if $(NATIVE),testbed/driver/suite.sh $(K8S) && testbed/chart/suite.sh $(K8S) && K8S=$(K8S) demo/cluster.sh --if-possible,echo 'SKIPPED: there is no native-interposer here')

e2e-all: ## Run them on every supported release
	@failed=; for release in 1.37 1.36 1.35; do $(MAKE) e2e K8S=$$release || failed="$$failed $$release"; done; \
	$(MAKE) e2e-unsupported || failed="$$failed 1.34"; \
	[ -z "$$failed" ] || { echo "failed on:$$failed"; exit 1; }

e2e-unsupported: build ## Run the test on the last release that is not supported
	@testbed/bin/cluster build --k8s 1.34
	@mkdir -p target/tmp
	K8S=1.34 $(MAVEN) test -Dtest=UnsupportedReleaseIT -Dtest.jvm.args='-Xmx1g -Djava.io.tmpdir=$(ROOT)target/tmp'

cluster: build ## Start a Kubernetes with the webhook, to try the examples on
	@testbed/bin/cluster status > /dev/null 2>&1 || testbed/bin/cluster up --k8s $(K8S)
	@testbed/bin/webhook
	@echo "End it: make cluster-down"

cluster-down: ## End it
	@testbed/bin/cluster down

check: check-java check-native ## Check format, compiler gates and exported names

check-java:
	$(MAVEN) -q spotless:check test-compile

check-native:
	$(if $(NATIVE),$(MAKE) -C $(NATIVE) check)

fmt: ## Format the Java sources
	$(MAVEN) -q spotless:apply

update-golden: build ## Write the expected files of the golden cases anew; read the diff before you commit it
	$(MAVEN) test -Dtest='*GoldenTest' -Dupdate.golden=true

sbom: ## Write the list of all dependencies, CycloneDX, to target/bom.json
	$(MAVEN) -q org.cyclonedx:cyclonedx-maven-plugin:makeBom

fuzz: build ## Send 100 000 spoilt reviews to the webhook, then the long random tests of the native library
	$(MAVEN) test -Dtest=MalformedBodiesTest -Dfuzz.bodies=100000
	$(if $(NATIVE),$(MAKE) -C $(NATIVE) fuzz)

bench: build ## Measure the rewriting of a pod with 20 containers
	@bench/rewriting

bench-admission: build target/webhook.aot ## Measure pod creation on a real Kubernetes: no webhook, one that does nothing, ours
	@testbed/bin/cluster build --k8s $(K8S)
	K8S=$(K8S) $(MAVEN) test -Dtest=AdmissionFigures

bench-start: build target/webhook.aot ## Measure the start and the memory of the webhook as in its image
	@$(MAVEN) -q test -Dtest=StartFigures

bench-native: ## Measure what a call costs
	$(if $(NATIVE),$(MAKE) -C $(NATIVE) bench-native)

clean: ## Remove what was built
	rm -rf target
	$(if $(NATIVE),$(MAKE) -C $(NATIVE) clean)
