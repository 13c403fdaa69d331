# Figures and the demonstration. Nothing here fails on a time.
BENCH_FLAGS = -std=gnu11 -D_GNU_SOURCE -Wall -Wextra -Werror -O2 -g -pthread -iquote include -iquote sim
$(BUILD)/bench/%: bench/%.c $(HEADERS) | $(SIM_LIBS)
	@mkdir -p $(@D)
	$(Q)$(CC) $(BENCH_FLAGS) $< -o $@ -L$(BUILD)/sim -lcuda -ldl -Wl,-rpath,$(CURDIR)/$(BUILD)/sim -Wl,--enable-new-dtags
demo: $(BUILD)/libaliquot.so $(BUILD)/bench/demo
	@$(BUILD)/bench/demo $(CURDIR)/$(BUILD)/libaliquot.so
bench-native: $(BUILD)/libaliquot.so $(BUILD)/bench/calls
	@$(BUILD)/bench/calls $(CURDIR)/$(BUILD)/libaliquot.so
