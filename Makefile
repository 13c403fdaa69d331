# Everything starts here. 'make' alone lists what there is.
ROOT := $(dir $(abspath $(lastword $(MAKEFILE_LIST))))
MVN ?= mvn
MAVEN := $(ROOT)build/maven -B -ntp
JAR := target/quarkus-app/quarkus-run.jar
SOURCES := pom.xml $(shell find src/main -type f 2>/dev/null)
# The native part is a folder of its own and may be left out of a checkout.
NATIVE := $(if $(wildcard native-interposer/Makefile),native-interposer)

.DEFAULT_GOAL := help
.PHONY: help build native demo test test-java test-native check check-java check-native fmt update-golden bench-native clean

help: ## List the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-15s %s\n", $$1, $$2 }' $(firstword $(MAKEFILE_LIST))

build: $(JAR) target/aliquot.aot native ## Build the program and the native library

$(JAR): $(SOURCES)
	$(MAVEN) -q package -DskipTests
	@touch $@

# What the command line has loaded once it need not load again: it starts in half the time.
target/aliquot.aot: $(JAR) bin/aliquot
	@build/aot-cache

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

check: check-java check-native ## Check format, compiler gates and exported names

check-java:
	$(MAVEN) -q spotless:check test-compile

check-native:
	$(if $(NATIVE),$(MAKE) -C $(NATIVE) check)

fmt: ## Format the Java sources
	$(MAVEN) -q spotless:apply

update-golden: build ## Write the expected files of the golden cases anew; read the diff before you commit it
	$(MAVEN) test -Dtest='*Golden*' -Dupdate.golden=true

bench-native: ## Measure what a call costs
	$(if $(NATIVE),$(MAKE) -C $(NATIVE) bench-native)

clean: ## Remove what was built
	rm -rf target
	$(if $(NATIVE),$(MAKE) -C $(NATIVE) clean)
