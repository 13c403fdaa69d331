# Figures and the demonstration. Nothing here fails on a time.
BENCH_FLAGS = -std=gnu11 -D_GNU_SOURCE -Wall -Wextra -Werror -O2 -g -pthread -iquote include -iquote sim
$(BUILD)/bench/%: bench/%.c $(HEADERS) | $(SIM_LIBS)
	@mkdir -p $(@D)
	$(Q)$(CC) $(BENCH_FLAGS) $< -o $@ -L$(BUILD)/sim -lcuda -ldl -Wl,-rpath,$(CURDIR)/$(BUILD)/sim -Wl,--enable-new-dtags
demo: $(BUILD)/libaliquot.so $(BUILD)/bench/demo $(BUILD)/bench/demo_compute $(BUILD)/sim/libnvidia-ml.so.1
	@$(BUILD)/bench/demo $(CURDIR)/$(BUILD)/libaliquot.so
	@$(BUILD)/bench/demo_compute $(CURDIR)/$(BUILD)/libaliquot.so $(CURDIR)/$(BUILD)/sim
bench-native: $(BUILD)/libaliquot.so $(BUILD)/bench/calls $(BUILD)/bench/launches
	@$(BUILD)/bench/calls $(CURDIR)/$(BUILD)/libaliquot.so
	@bench/launches $(BUILD)
# A driver that does nothing: figures of launches are smaller than what the simulated driver's calls vary by.
NULL_DRIVER := $(BUILD)/bench/null/libcuda.so.1
NULL_OWN := cuDriverGetVersion|cuDeviceGetCount|cuDeviceGetUuid_v2|cuCtxGetCurrent|cuCtxGetDevice|cuDeviceTotalMem_v2|cuEventElapsedTime
$(NULL_DRIVER): bench/null_driver.c data/driver-entry-points.tsv $(HEADERS)
	@mkdir -p $(@D)
	$(Q)awk '$$4 !~ /^($(NULL_OWN))$$/ { print "int " $$4 "(void) { return 0; }" } END { print "int null_driver_launch(void) { return 0; }" }' \
	    data/driver-entry-points.tsv > $(@D)/stubs.c
	$(Q)$(CC) -O2 -fPIC -shared -Wl,-Bsymbolic -Wl,-soname,libcuda.so.1 -iquote include bench/null_driver.c $(@D)/stubs.c -o $@
$(BUILD)/bench/launches: bench/launches.c $(NULL_DRIVER)
	$(Q)$(CC) $(BENCH_FLAGS) $< -o $@ $(NULL_DRIVER) -ldl
