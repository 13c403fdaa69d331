# Tests: one program per file test/test_*.c. Units link the policy files; the others run under the library.
TEST_LIB ?= $(CURDIR)/$(BUILD)/testing/libaliquot.so
TEST_SIM ?= $(CURDIR)/$(BUILD)/sim
TEST_FLAGS = -std=gnu11 -D_GNU_SOURCE -Wall -Wextra -Werror -g -O1 -pthread -iquote include -iquote src -iquote sim -iquote test \
    -DHARNESS_LIB='"$(TEST_LIB)"' -DHARNESS_SIM='"$(TEST_SIM)"' -DHARNESS_DATA='"$(CURDIR)/data"' \
    -DHARNESS_BUILD='"$(CURDIR)/$(BUILD)"'
SIM_LIBS := $(BUILD)/sim/libcuda.so.1 $(BUILD)/sim/libcuda.so $(BUILD)/sim/driver-11040/libcuda.so.1
UNITS := ledger limits region bad_region race
PRELOADED := $(filter-out $(UNITS),$(patsubst test/test_%.c,%,$(wildcard test/test_*.c)))
POLICY := ledger card_limits limits_parse legacy report process region slot share crash

define unit # name, suffix of the build, flags
$(BUILD)/test$(2)/test_$(1): test/test_$(1).c test/harness.c test/harness.h $(POLICY:%=src/%.c) $(HEADERS)
	@mkdir -p $$(@D)
	$(Q)$(CC) $(TEST_FLAGS) -DALIQUOT_TEST $(3) test/test_$(1).c test/harness.c $(POLICY:%=src/%.c) -o $$@
endef
$(foreach t,$(UNITS),$(eval $(call unit,$(t),,)))
$(foreach t,$(UNITS),$(eval $(call unit,$(t),-asan,-fsanitize=address$(comma)undefined -fno-sanitize-recover=undefined)))
$(foreach t,$(UNITS),$(eval $(call unit,$(t),-tsan,-fsanitize=thread)))

$(BUILD)/test/lib_%.so: test/lib_%.c | $(SIM_LIBS)
	@mkdir -p $(@D)
	$(Q)$(CC) -O2 -fPIC -shared -Wall $< -o $@ $(if $(filter linked,$*),-L$(BUILD)/sim -lcuda)
$(BUILD)/test/test_nodriver: test/test_nodriver.c test/harness.c test/harness.h
	@mkdir -p $(@D)
	$(Q)$(CC) $(TEST_FLAGS) $< test/harness.c -o $@ -ldl
$(BUILD)/test/test_%: test/test_%.c test/harness.c test/harness.h test/share_view.h $(HEADERS) | $(SIM_LIBS)
	@mkdir -p $(@D)
	$(Q)$(CC) $(TEST_FLAGS) $< test/harness.c -o $@ -L$(BUILD)/sim -lcuda -ldl -Wl,-rpath,$(TEST_SIM) -Wl,--enable-new-dtags

TEST_LIBS := $(patsubst test/%.c,$(BUILD)/test/%.so,$(wildcard test/lib_*.c))
TEST_PROGRAMS := $(UNITS:%=$(BUILD)/test/test_%) $(PRELOADED:%=$(BUILD)/test/test_%)
test: $(TEST_LIBS) $(BUILD)/libaliquot.so $(BUILD)/testing/libaliquot.so $(BUILD)/debug/libaliquot.so $(TEST_PROGRAMS) $(SIM_LIBS)
	@test/run-all $(TEST_PROGRAMS)

check: $(BUILD)/libaliquot.so $(BUILD)/hooks.txt
	@test/check $(BUILD) ""
	@$(MAKE) --no-print-directory -f sim/sim.mk headers-check
