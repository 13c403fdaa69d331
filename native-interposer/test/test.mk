# Tests: one program per file test/test_*.c. Units link the policy files; the others run under the library.
TEST_LIB ?= $(CURDIR)/$(BUILD)/testing/libaliquot.so
TEST_SIM ?= $(CURDIR)/$(BUILD)/sim
TEST_FLAGS = -std=gnu11 -D_GNU_SOURCE -Wall -Wextra -Werror -g -O1 -pthread -iquote include -iquote src -iquote sim -iquote sim/programs -iquote test \
    -DHARNESS_LIB='"$(TEST_LIB)"' -DHARNESS_SIM='"$(TEST_SIM)"' -DHARNESS_DATA='"$(CURDIR)/data"' \
    -DHARNESS_BUILD='"$(CURDIR)/$(BUILD)"'
SIM_LIBS := $(BUILD)/sim/libnvidia-ml.so.1 $(BUILD)/sim/libcuda.so.1 $(BUILD)/sim/libcuda.so $(BUILD)/sim/driver-11040/libcuda.so.1
SIM_TOOLS := $(BUILD)/sim/mini-cudart $(BUILD)/sim/sim-alloc $(BUILD)/sim/sim-alloc-linked
UNITS := ledger limits region bad_region race compute_policy
PRELOADED := $(filter-out $(UNITS),$(patsubst test/test_%.c,%,$(wildcard test/test_*.c)))
POLICY := ledger card_limits limits_parse legacy report process region slot share crash bucket correction costs
MODEL_compute_policy := test/compute_model.c

define unit # name, suffix of the build, flags
$(BUILD)/test$(2)/test_$(1): test/test_$(1).c $(MODEL_$(1)) test/harness.c test/harness.h $(POLICY:%=src/%.c) $(HEADERS)
	@mkdir -p $$(@D)
	$(Q)$(CC) $(TEST_FLAGS) -DALIQUOT_TEST $(3) test/test_$(1).c $(MODEL_$(1)) test/harness.c $(POLICY:%=src/%.c) -o $$@ -lm
endef
$(foreach t,$(UNITS),$(eval $(call unit,$(t),,)))
$(foreach t,$(UNITS),$(eval $(call unit,$(t),-asan,-fsanitize=address$(comma)undefined -fno-sanitize-recover=undefined -Wno-format-truncation)))
$(foreach t,$(UNITS),$(eval $(call unit,$(t),-tsan,-fsanitize=thread -Wno-format-truncation)))

$(BUILD)/test/lib_%.so: test/lib_%.c | $(SIM_LIBS)
	@mkdir -p $(@D)
	$(Q)$(CC) -O2 -fno-optimize-sibling-calls -fPIC -shared -Wall $< -o $@ $(if $(filter linked,$*),-L$(BUILD)/sim -lcuda)
$(BUILD)/test/sanitized_asan: SANITIZER := address
$(BUILD)/test/sanitized_tsan: SANITIZER := thread
$(BUILD)/test/sanitized_%: test/sanitized_program.c | $(SIM_LIBS)
	@mkdir -p $(@D)
	-$(Q)$(CC) -g -O1 -fsanitize=$(SANITIZER) -iquote include $< -o $@ -L$(BUILD)/sim -lcuda
$(BUILD)/test/test_nodriver: test/test_nodriver.c test/harness.c test/harness.h
	@mkdir -p $(@D)
	$(Q)$(CC) $(TEST_FLAGS) $< test/harness.c -o $@ -ldl
LINK_nvml := -l:libnvidia-ml.so.1
$(BUILD)/test/test_%: test/test_%.c test/harness.c test/harness.h test/share_view.h test/compute_start.h $(HEADERS) | $(SIM_LIBS)
	@mkdir -p $(@D)
	$(Q)$(CC) $(TEST_FLAGS) $< test/harness.c -o $@ -L$(BUILD)/sim -lcuda $(LINK_$*) -ldl -lm -Wl,-rpath,$(TEST_SIM) -Wl,--enable-new-dtags

TEST_LIBS := $(patsubst test/%.c,$(BUILD)/test/%.so,$(wildcard test/lib_*.c))
TEST_LIBS += $(BUILD)/test/sanitized_asan $(BUILD)/test/sanitized_tsan
TEST_PROGRAMS := $(UNITS:%=$(BUILD)/test/test_%) $(PRELOADED:%=$(BUILD)/test/test_%)
.PHONY: test-programs
test-programs: $(TEST_LIBS) $(BUILD)/libaliquot.so $(BUILD)/testing/libaliquot.so $(BUILD)/debug/libaliquot.so $(TEST_PROGRAMS) $(SIM_LIBS) $(SIM_TOOLS)
test: test-programs
	@BUILD=$(BUILD) test/run-all $(TEST_PROGRAMS) test/bindings test/clients test/aarch64

check: $(BUILD)/libaliquot.so $(BUILD)/hooks.txt
	@test/check $(BUILD) ""
	@test/faults
	@$(MAKE) --no-print-directory -f sim/sim.mk headers-check

# --- long and instrumented runs ---------------------------------------------------------------------------------------
# The interposer with ASan and UBSan under ordinary programs; interposer, driver and programs with TSan.
ASAN_RUN = ASAN_OPTIONS=detect_leaks=0:abort_on_error=0:exitcode=99 UBSAN_OPTIONS=halt_on_error=1:exitcode=99 \
    HARNESS_PRELOAD=$$($(CC) -print-file-name=libasan.so):$$($(CC) -print-file-name=libubsan.so) \
    HARNESS_LIBRARY=$(CURDIR)/$(BUILD)/asan/libaliquot.so
ASAN_PRELOADED := paths context sharing process silence table model attacks_arguments attacks_context attacks_stream \
    attacks_physical attacks_small attacks_time imports compute compute_hint nvml
TSAN_PRELOADED := context process paths attacks_context attacks_physical attacks_small compute compute_many
TSAN_RUN = TSAN_OPTIONS=exitcode=66:report_signal_unsafe=0 HARNESS_LIBRARY=$(CURDIR)/$(BUILD)/tsan/libaliquot.so

$(BUILD)/test-tsan/preloaded_%: test/test_%.c test/harness.c test/harness.h $(HEADERS) | sim-tsan
	@mkdir -p $(@D)
	$(Q)$(CC) $(subst $(BUILD)/sim",$(BUILD)/sim-tsan",$(TEST_FLAGS)) -fsanitize=thread $< test/harness.c -o $@ \
	    -L$(BUILD)/sim-tsan -lcuda -ldl -lm -Wl,-rpath,$(CURDIR)/$(BUILD)/sim-tsan -Wl,--enable-new-dtags

sanitizers: $(TEST_LIBS) $(BUILD)/testing/libaliquot.so $(BUILD)/asan/libaliquot.so $(BUILD)/tsan/libaliquot.so $(TEST_PROGRAMS) \
    $(UNITS:%=$(BUILD)/test-asan/test_%) $(UNITS:%=$(BUILD)/test-tsan/test_%) $(TSAN_PRELOADED:%=$(BUILD)/test-tsan/preloaded_%)
	@echo "=== units, ASan and UBSan"; UBSAN_OPTIONS=halt_on_error=1 test/run-all $(UNITS:%=$(BUILD)/test-asan/test_%)
	@echo "=== units, TSan"; test/run-all $(UNITS:%=$(BUILD)/test-tsan/test_%)
	@echo "=== the library, ASan and UBSan"; $(ASAN_RUN) test/run-all $(ASAN_PRELOADED:%=$(BUILD)/test/test_%)
	@echo "=== library, driver and programs, TSan"; $(TSAN_RUN) test/run-all $(TSAN_PRELOADED:%=$(BUILD)/test-tsan/preloaded_%)
	@echo "=== valgrind"; test/valgrind $(BUILD)

fuzz: $(BUILD)/testing/libaliquot.so $(BUILD)/test/test_together $(BUILD)/test/test_model $(BUILD)/test/test_race $(BUILD)/test/test_mortals
	@for seed in 1 2 3; do HARNESS_FUZZ=1 HARNESS_SECONDS=3000 HARNESS_SEED=$$seed $(BUILD)/test/test_model || exit 1; done
	@HARNESS_FUZZ=1 HARNESS_SECONDS=3000 $(BUILD)/test/test_race && HARNESS_FUZZ=1 $(BUILD)/test/test_together && \
	HARNESS_FUZZ=1 HARNESS_SECONDS=3000 $(BUILD)/test/test_mortals

# --- the other processor ------------------------------------------------------------------------------------------------
AARCH64_UNITS := ledger limits region bad_region race compute_policy
AARCH64_PRELOADED := paths sharing dlsym
$(BUILD)/sim-aarch64/libcuda.so.1:
	+$(Q)$(MAKE) -s -f sim/sim.mk $@ SIM_BUILD=$(BUILD)/sim-aarch64 SIM_CC=$(CROSS_CC)
$(BUILD)/test-aarch64/unit_%: test/test_%.c test/compute_model.c test/harness.c test/harness.h $(HEADERS)
	@mkdir -p $(@D)
	$(Q)$(CROSS_CC) $(TEST_FLAGS) -DALIQUOT_TEST $< $(MODEL_$*) test/harness.c $(POLICY:%=src/%.c) -o $@ -lm
$(BUILD)/test-aarch64/test_%: test/test_%.c test/harness.c test/harness.h $(HEADERS) $(BUILD)/sim-aarch64/libcuda.so.1
	@mkdir -p $(@D)
	$(Q)$(CROSS_CC) $(TEST_FLAGS) $< test/harness.c -o $@ $(BUILD)/sim-aarch64/libcuda.so.1 -ldl
aarch64: $(BUILD)/aarch64/libaliquot.so $(AARCH64_UNITS:%=$(BUILD)/test-aarch64/unit_%) $(AARCH64_PRELOADED:%=$(BUILD)/test-aarch64/test_%)
.PHONY: aarch64
