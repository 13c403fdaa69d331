# Tests: one program per file test/test_*.c. Units link the policy files; the others run under the library.
TEST_LIB ?= $(CURDIR)/$(BUILD)/testing/libaliquot.so
TEST_SIM ?= $(CURDIR)/$(BUILD)/sim
TEST_FLAGS = -std=gnu11 -D_GNU_SOURCE -Wall -Wextra -Werror -g -O1 -pthread -iquote include -iquote src -iquote sim -iquote test \
    -DHARNESS_LIB='"$(TEST_LIB)"' -DHARNESS_SIM='"$(TEST_SIM)"' -DHARNESS_DATA='"$(CURDIR)/data"' \
    -DHARNESS_BUILD='"$(CURDIR)/$(BUILD)"'
UNITS := ledger limits region race
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

$(BUILD)/test/test_%: test/test_%.c test/harness.c test/harness.h test/share_view.h $(HEADERS) | sim
	@mkdir -p $(@D)
	$(Q)$(CC) $(TEST_FLAGS) $< test/harness.c -o $@ -L$(BUILD)/sim -lcuda -ldl -Wl,-rpath,$(TEST_SIM) -Wl,--enable-new-dtags

TEST_PROGRAMS := $(UNITS:%=$(BUILD)/test/test_%) $(PRELOADED:%=$(BUILD)/test/test_%)
test: $(BUILD)/libaliquot.so $(BUILD)/testing/libaliquot.so $(BUILD)/debug/libaliquot.so $(TEST_PROGRAMS) sim
	@test/run-all $(TEST_PROGRAMS)
