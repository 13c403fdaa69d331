/* A driver whose calls do nothing, for figures of a few ns: what is left of a call is the interposer's. One card; every
 * kernel takes 1 ns by its events. All other entry points answer success (null_driver_stubs.c, made from the list). */
#include <string.h>

#include "cuda_api.h"

#define SUCCESS CUDA_SUCCESS

CUresult cuDriverGetVersion(int *version) { return *version = 13000, SUCCESS; }
CUresult cuDeviceGetCount(int *count) { return *count = 1, SUCCESS; }
CUresult cuDeviceGetUuid_v2(CUuuid *uuid, CUdevice card) { return memset(uuid, card + 1, sizeof *uuid), SUCCESS; }
CUresult cuCtxGetCurrent(CUcontext *context) { return *context = (CUcontext)1, SUCCESS; }
CUresult cuCtxGetDevice(CUdevice *card) { return *card = 0, SUCCESS; }
CUresult cuDeviceTotalMem_v2(size_t *bytes, CUdevice card) { return *bytes = (size_t)80 << 30, card ? SUCCESS : SUCCESS; }
CUresult cuEventElapsedTime(float *ms, CUevent from, CUevent to) { return *ms = from == to ? 1e-6f : 1e-6f, SUCCESS; }
