/* For the generated entries that only answer "not supported". */
#ifndef SIM_STUBS_H
#define SIM_STUBS_H

#ifdef SIM_IS_NVML
int sim_nvml_not_supported(int symbol);
#define sim_not_supported sim_nvml_not_supported
#else
int sim_not_supported(int symbol);
#endif

#endif
