# The simulated driver. Included by ../Makefile, or alone: make -f sim/sim.mk (from native-interposer/).
#   sim          build/sim/libcuda.so.1, libnvidia-ml.so.1, simctl, programs, driver-11040/libcuda.so.1
#   sim-check    the simulator's own tests            sim-check-asan, sim-check-tsan   the same, sanitized
#   sim-asan     build/sim-asan/ (ASan and UBSan)     sim-tsan   build/sim-tsan/
#   headers-check  our declarations against the vendor's headers (fetched from PyPI into the cache)
SIM_CC ?= $(CC)
SIM_BUILD ?= build/sim
SIM_CFLAGS ?= -O2 -g
SIM_SANITIZE ?=
Q ?= @
SIM_GEN := $(SIM_BUILD)/gen
SIM_FLAGS = -std=c11 -D_GNU_SOURCE -Wall -Wextra -Werror -fPIC -pthread $(SIM_CFLAGS) $(SIM_SANITIZE) -Iinclude -Isim
SIM_TABLE := data/driver-entry-points.tsv
SIM_NVML_TABLE := data/nvml-functions.txt

# Parts that both libraries need (the shared state), and the driver's own.
SIM_SHARED := settings cards state process environment clock timeline charge faults symbols
SIM_NVML := $(patsubst sim/%.c,%,$(wildcard sim/nvml_*.c))
SIM_PROGRAMS := $(patsubst sim/programs/%.c,%,$(wildcard sim/programs/*.c))
SIM_DRIVER := $(filter-out $(SIM_NVML) simctl,$(patsubst sim/%.c,%,$(wildcard sim/*.c)))
SIM_DRIVER_OBJECTS := $(SIM_DRIVER:%=$(SIM_BUILD)/driver/%.o) $(SIM_BUILD)/driver/stubs.o $(SIM_BUILD)/driver/second.o
SIM_NVML_OBJECTS := $(SIM_SHARED:%=$(SIM_BUILD)/nvml/%.o) $(SIM_NVML:%=$(SIM_BUILD)/nvml/%.o) $(SIM_BUILD)/nvml/stubs.o $(SIM_BUILD)/nvml/second.o
SIM_OLD := 11040

.PHONY: sim sim-asan sim-tsan sim-check sim-check-asan sim-check-tsan sim-clean headers-check
sim: $(SIM_BUILD)/libcuda.so.1 $(SIM_BUILD)/driver-$(SIM_OLD)/libcuda.so.1 $(SIM_BUILD)/libcuda.so
ifneq ($(SIM_NVML),)
sim: $(SIM_BUILD)/libnvidia-ml.so.1
endif
ifneq ($(wildcard sim/simctl.c),)
sim: $(SIM_BUILD)/simctl
endif
sim: $(SIM_PROGRAMS:%=$(SIM_BUILD)/%) $(if $(SIM_PROGRAMS),$(SIM_BUILD)/sim-alloc-linked $(if $(SIM_SANITIZE),,$(SIM_BUILD)/sim-alloc-static))

SIM_AGAIN = +$(MAKE) -f sim/sim.mk
sim-asan:
	$(SIM_AGAIN) sim SIM_BUILD=build/sim-asan SIM_SANITIZE="-fsanitize=address,undefined -fno-sanitize-recover=undefined"
sim-tsan:
	$(SIM_AGAIN) sim SIM_BUILD=build/sim-tsan SIM_SANITIZE="-fsanitize=thread"
sim-check-asan:
	$(SIM_AGAIN) sim-check SIM_BUILD=build/sim-asan SIM_SANITIZE="-fsanitize=address,undefined -fno-sanitize-recover=undefined"
sim-check-tsan:
	$(SIM_AGAIN) sim-check SIM_BUILD=build/sim-tsan SIM_SANITIZE="-fsanitize=thread"
sim-clean:
	rm -rf build/sim build/sim-asan build/sim-tsan

# --- generated tables ---------------------------------------------------------------------------------------------
define sim_tables # directory, list, type of the result
$(1)/.done: $(2) sim/gen.awk sim/errors.awk include/cuda_result.h
	@mkdir -p $(1)
	@for what in enum rows declare second names; do awk -v what=$$$$what -f sim/gen.awk $(2) > $(1)/symbols.$$$$what || exit 1; done
	@{ echo '#include "stubs.h"'; awk -v what=stubs -v result=$(3) -f sim/gen.awk $(2); } > $(1)/stubs.c
	@awk -f sim/errors.awk include/cuda_result.h > $(1)/errors.rows
	@{ echo "{ global: aliquot_sim_*; nvmlErrorString; nvmlInternalGetExportTable;"; awk -v what=exports -f sim/gen.awk $(2); echo 'local: *; };'; } > $(1)/exports.map
	@touch $$@
endef
$(eval $(call sim_tables,$(SIM_GEN),$(SIM_TABLE),int))
$(eval $(call sim_tables,$(SIM_BUILD)/gen-nvml,$(SIM_NVML_TABLE),int))
$(SIM_GEN)/exports-$(SIM_OLD).map: $(SIM_GEN)/.done
	@{ echo '{ global: aliquot_sim_*;'; awk -v what=exports -v maximum=$(SIM_OLD) -f sim/gen.awk $(SIM_TABLE); echo 'local: *; };'; } > $@

# --- the libraries ------------------------------------------------------------------------------------------------
$(SIM_BUILD)/driver/%.o: sim/%.c $(SIM_GEN)/.done
	@mkdir -p $(@D)
	$(Q)$(SIM_CC) $(SIM_FLAGS) -I$(SIM_GEN) -MMD -c $< -o $@
$(SIM_BUILD)/driver/stubs.o: $(SIM_GEN)/.done
	@mkdir -p $(@D)
	$(Q)$(SIM_CC) $(SIM_FLAGS) -I$(SIM_GEN) -c $(SIM_GEN)/stubs.c -o $@
$(SIM_BUILD)/driver/second.o: sim/second.S $(SIM_GEN)/.done
	@mkdir -p $(@D)
	$(Q)$(SIM_CC) -fPIC -I$(SIM_GEN) -c $< -o $@
$(SIM_BUILD)/nvml/second.o: sim/second.S $(SIM_BUILD)/gen-nvml/.done
	@mkdir -p $(@D)
	$(Q)$(SIM_CC) -fPIC -I$(SIM_BUILD)/gen-nvml -c $< -o $@
$(SIM_BUILD)/driver/driver-$(SIM_OLD).o: sim/driver.c $(SIM_GEN)/.done
	@mkdir -p $(@D)
	$(Q)$(SIM_CC) $(SIM_FLAGS) -I$(SIM_GEN) -DSIM_NEWEST=$(SIM_OLD) -c $< -o $@
$(SIM_BUILD)/nvml/%.o: sim/%.c $(SIM_BUILD)/gen-nvml/.done
	@mkdir -p $(@D)
	$(Q)$(SIM_CC) $(SIM_FLAGS) -DSIM_IS_NVML -I$(SIM_BUILD)/gen-nvml -MMD -c $< -o $@
$(SIM_BUILD)/nvml/stubs.o: $(SIM_BUILD)/gen-nvml/.done
	@mkdir -p $(@D)
	$(Q)$(SIM_CC) $(SIM_FLAGS) -DSIM_IS_NVML -I$(SIM_BUILD)/gen-nvml -c $(SIM_BUILD)/gen-nvml/stubs.c -o $@

SIM_LINK = $(SIM_CC) $(SIM_SANITIZE) -shared -pthread -Wl,-Bsymbolic -Wl,-z,defs -Wl,-soname,$(@F)
$(SIM_BUILD)/libcuda.so.1: $(SIM_DRIVER_OBJECTS)
	$(Q)$(SIM_LINK) -Wl,--version-script=$(SIM_GEN)/exports.map $^ -o $@
$(SIM_BUILD)/driver-$(SIM_OLD)/libcuda.so.1: $(filter-out %/driver.o,$(SIM_DRIVER_OBJECTS)) $(SIM_BUILD)/driver/driver-$(SIM_OLD).o $(SIM_GEN)/exports-$(SIM_OLD).map
	@mkdir -p $(@D)
	$(Q)$(SIM_LINK) -Wl,--version-script=$(SIM_GEN)/exports-$(SIM_OLD).map $(filter %.o,$^) -o $@
$(SIM_BUILD)/libcuda.so: $(SIM_BUILD)/libcuda.so.1
	ln -sf libcuda.so.1 $@
$(SIM_BUILD)/libnvidia-ml.so.1: $(SIM_NVML_OBJECTS)
	$(Q)$(SIM_LINK) -Wl,--version-script=$(SIM_BUILD)/gen-nvml/exports.map $^ -o $@

# --- programs -----------------------------------------------------------------------------------------------------
$(SIM_BUILD)/simctl: sim/simctl.c $(patsubst %,$(SIM_BUILD)/driver/%.o,$(filter-out symbols charge,$(SIM_SHARED)))
	$(Q)$(SIM_CC) $(SIM_FLAGS) -I$(SIM_GEN) $^ -o $@
$(SIM_BUILD)/%: sim/programs/%.c $(SIM_GEN)/.done
	@mkdir -p $(@D)
	$(Q)$(SIM_CC) $(SIM_FLAGS) $< -o $@ -ldl
# The same program with a DT_NEEDED on libcuda.so.1 instead of dlopen.
$(SIM_BUILD)/sim-alloc-linked: sim/programs/sim-alloc.c $(SIM_BUILD)/libcuda.so
	$(Q)$(SIM_CC) $(SIM_FLAGS) -DSIM_LINKED $< -o $@ -L$(SIM_BUILD) -lcuda
# The same program with the driver in it and no dynamic loader: what no preload reaches.
$(SIM_BUILD)/sim-alloc-static: sim/programs/sim-alloc.c $(SIM_DRIVER_OBJECTS)
	$(Q)$(SIM_CC) $(SIM_FLAGS) -static -DSIM_LINKED $^ -o $@
-include $(wildcard $(SIM_BUILD)/driver/*.d $(SIM_BUILD)/nvml/*.d)

# --- tests --------------------------------------------------------------------------------------------------------
SIM_TESTS := $(patsubst sim/test/%.c,$(SIM_BUILD)/test/%.o,$(wildcard sim/test/*.c))
$(SIM_BUILD)/test/%.o: sim/test/%.c sim/test/check.h
	@mkdir -p $(@D)
	$(Q)$(SIM_CC) $(SIM_FLAGS) -c $< -o $@
$(SIM_BUILD)/sim-test: $(SIM_TESTS) $(SIM_BUILD)/libcuda.so $(SIM_BUILD)/libnvidia-ml.so.1
	$(Q)$(SIM_CC) $(SIM_FLAGS) $(SIM_TESTS) -o $@ -L$(SIM_BUILD) -lcuda -l:libnvidia-ml.so.1 -lm -Wl,-rpath,'$$ORIGIN'
sim-check: sim $(SIM_BUILD)/sim-test
	$(SIM_BUILD)/sim-test
	sim/test/programs.sh $(SIM_BUILD)

headers-check:
	CC="$(SIM_CC)" python3 sim/headers-check.py
