/* Prototypes of the CUDA driver API: initialisation, devices, contexts and code.
 * Every name is one exported symbol with its own ABI; names without _v<n> are the oldest version. */
#ifndef ALIQUOT_CUDA_API_CONTEXT_H
#define ALIQUOT_CUDA_API_CONTEXT_H

CUresult cuCtxAttach(CUcontext *, unsigned int);
CUresult cuCtxCreate(CUcontext *, unsigned int, CUdevice);
CUresult cuCtxCreate_v2(CUcontext *, unsigned int, CUdevice);
CUresult cuCtxCreate_v3(CUcontext *, CUexecAffinityParam *, int, unsigned int, CUdevice);
CUresult cuCtxCreate_v4(CUcontext *, CUctxCreateParams *, unsigned int, CUdevice);
CUresult cuCtxDestroy(CUcontext);
CUresult cuCtxDestroy_v2(CUcontext);
CUresult cuCtxDetach(CUcontext);
CUresult cuCtxDisablePeerAccess(CUcontext);
CUresult cuCtxEnablePeerAccess(CUcontext, unsigned int);
CUresult cuCtxFromGreenCtx(CUcontext *, CUgreenCtx);
CUresult cuCtxGetApiVersion(CUcontext, unsigned int *);
CUresult cuCtxGetCacheConfig(CUfunc_cache *);
CUresult cuCtxGetCurrent(CUcontext *);
CUresult cuCtxGetDevResource(CUcontext, CUdevResource *, CUdevResourceType);
CUresult cuCtxGetDevice(CUdevice *);
CUresult cuCtxGetDevice_v2(CUdevice *, CUcontext);
CUresult cuCtxGetExecAffinity(CUexecAffinityParam *, CUexecAffinityType);
CUresult cuCtxGetFlags(unsigned int *);
CUresult cuCtxGetId(CUcontext, unsigned long long *);
CUresult cuCtxGetLimit(size_t *, CUlimit);
CUresult cuCtxGetSharedMemConfig(CUsharedconfig *);
CUresult cuCtxGetStreamPriorityRange(int *, int *);
CUresult cuCtxPopCurrent(CUcontext *);
CUresult cuCtxPopCurrent_v2(CUcontext *);
CUresult cuCtxPushCurrent(CUcontext);
CUresult cuCtxPushCurrent_v2(CUcontext);
CUresult cuCtxRecordEvent(CUcontext, CUevent);
CUresult cuCtxResetPersistingL2Cache(void);
CUresult cuCtxSetCacheConfig(CUfunc_cache);
CUresult cuCtxSetCurrent(CUcontext);
CUresult cuCtxSetFlags(unsigned int);
CUresult cuCtxSetLimit(CUlimit, size_t);
CUresult cuCtxSetSharedMemConfig(CUsharedconfig);
CUresult cuCtxSynchronize(void);
CUresult cuCtxSynchronize_v2(CUcontext);
CUresult cuCtxWaitEvent(CUcontext, CUevent);
CUresult cuDevResourceGenerateDesc(CUdevResourceDesc *, CUdevResource *, unsigned int);
CUresult cuDevSmResourceSplitByCount(CUdevResource *, unsigned int *, const CUdevResource *, CUdevResource *,
    unsigned int, unsigned int);
CUresult cuDeviceCanAccessPeer(int *, CUdevice, CUdevice);
CUresult cuDeviceComputeCapability(int *, int *, CUdevice);
CUresult cuDeviceGet(CUdevice *, int);
CUresult cuDeviceGetAttribute(int *, CUdevice_attribute, CUdevice);
CUresult cuDeviceGetByPCIBusId(CUdevice *, const char *);
CUresult cuDeviceGetCount(int *);
CUresult cuDeviceGetDevResource(CUdevice, CUdevResource *, CUdevResourceType);
CUresult cuDeviceGetExecAffinitySupport(int *, CUexecAffinityType, CUdevice);
CUresult cuDeviceGetGraphMemAttribute(CUdevice, CUgraphMem_attribute, void *);
CUresult cuDeviceGetHostAtomicCapabilities(unsigned int *, const CUatomicOperation *, unsigned int, CUdevice);
CUresult cuDeviceGetLuid(char *, unsigned int *, CUdevice);
CUresult cuDeviceGetName(char *, int, CUdevice);
CUresult cuDeviceGetP2PAtomicCapabilities(unsigned int *, const CUatomicOperation *, unsigned int, CUdevice, CUdevice);
CUresult cuDeviceGetP2PAttribute(int *, CUdevice_P2PAttribute, CUdevice, CUdevice);
CUresult cuDeviceGetPCIBusId(char *, int, CUdevice);
CUresult cuDeviceGetProperties(CUdevprop_v1 *, CUdevice);
CUresult cuDeviceGetTexture1DLinearMaxWidth(size_t *, CUarray_format, unsigned int, CUdevice);
CUresult cuDeviceGetUuid(CUuuid *, CUdevice);
CUresult cuDeviceGetUuid_v2(CUuuid *, CUdevice);
CUresult cuDeviceGraphMemTrim(CUdevice);
CUresult cuDevicePrimaryCtxGetState(CUdevice, unsigned int *, int *);
CUresult cuDevicePrimaryCtxRelease(CUdevice);
CUresult cuDevicePrimaryCtxRelease_v2(CUdevice);
CUresult cuDevicePrimaryCtxReset(CUdevice);
CUresult cuDevicePrimaryCtxReset_v2(CUdevice);
CUresult cuDevicePrimaryCtxRetain(CUcontext *, CUdevice);
CUresult cuDevicePrimaryCtxSetFlags(CUdevice, unsigned int);
CUresult cuDevicePrimaryCtxSetFlags_v2(CUdevice, unsigned int);
CUresult cuDeviceSetGraphMemAttribute(CUdevice, CUgraphMem_attribute, void *);
CUresult cuDeviceTotalMem(unsigned int *, CUdevice);
CUresult cuDeviceTotalMem_v2(size_t *, CUdevice);
CUresult cuDriverGetVersion(int *);
CUresult cuGetErrorName(CUresult, const char **);
CUresult cuGetErrorString(CUresult, const char **);
CUresult cuGetExportTable(const void **, const CUuuid *);
CUresult cuGetProcAddress(const char *, void **, int, cuuint64_t);
CUresult cuGetProcAddress_v2(const char *, void **, int, cuuint64_t, CUdriverProcAddressQueryResult *);
CUresult cuGreenCtxCreate(CUgreenCtx *, CUdevResourceDesc, CUdevice, unsigned int);
CUresult cuGreenCtxDestroy(CUgreenCtx);
CUresult cuGreenCtxGetDevResource(CUgreenCtx, CUdevResource *, CUdevResourceType);
CUresult cuGreenCtxGetId(CUgreenCtx, unsigned long long *);
CUresult cuGreenCtxRecordEvent(CUgreenCtx, CUevent);
CUresult cuGreenCtxStreamCreate(CUstream *, CUgreenCtx, unsigned int, int);
CUresult cuGreenCtxWaitEvent(CUgreenCtx, CUevent);
CUresult cuInit(unsigned int);
CUresult cuIpcGetEventHandle(CUipcEventHandle_v1 *, CUevent);
CUresult cuIpcOpenEventHandle(CUevent *, CUipcEventHandle_v1);
CUresult cuLibraryEnumerateKernels(CUkernel *, unsigned int, CUlibrary);
CUresult cuLibraryGetGlobal(CUdeviceptr *, size_t *, CUlibrary, const char *);
CUresult cuLibraryGetKernel(CUkernel *, CUlibrary, const char *);
CUresult cuLibraryGetKernelCount(unsigned int *, CUlibrary);
CUresult cuLibraryGetManaged(CUdeviceptr *, size_t *, CUlibrary, const char *);
CUresult cuLibraryGetModule(CUmodule *, CUlibrary);
CUresult cuLibraryGetUnifiedFunction(void **, CUlibrary, const char *);
CUresult cuLibraryLoadData(CUlibrary *, const void *, CUjit_option *, void **, unsigned int, CUlibraryOption *,
    void **, unsigned int);
CUresult cuLibraryLoadFromFile(CUlibrary *, const char *, CUjit_option *, void **, unsigned int, CUlibraryOption *,
    void **, unsigned int);
CUresult cuLibraryUnload(CUlibrary);
CUresult cuLinkAddData(CUlinkState, CUjitInputType, void *, size_t, const char *, unsigned int, CUjit_option *,
    void **);
CUresult cuLinkAddData_v2(CUlinkState, CUjitInputType, void *, size_t, const char *, unsigned int, CUjit_option *,
    void **);
CUresult cuLinkAddFile(CUlinkState, CUjitInputType, const char *, unsigned int, CUjit_option *, void **);
CUresult cuLinkAddFile_v2(CUlinkState, CUjitInputType, const char *, unsigned int, CUjit_option *, void **);
CUresult cuLinkComplete(CUlinkState, void **, size_t *);
CUresult cuLinkCreate(unsigned int, CUjit_option *, void **, CUlinkState *);
CUresult cuLinkCreate_v2(unsigned int, CUjit_option *, void **, CUlinkState *);
CUresult cuLinkDestroy(CUlinkState);
CUresult cuModuleEnumerateFunctions(CUfunction *, unsigned int, CUmodule);
CUresult cuModuleGetFunction(CUfunction *, CUmodule, const char *);
CUresult cuModuleGetFunctionCount(unsigned int *, CUmodule);
CUresult cuModuleGetGlobal(CUdeviceptr_v1 *, unsigned int *, CUmodule, const char *);
CUresult cuModuleGetGlobal_v2(CUdeviceptr *, size_t *, CUmodule, const char *);
CUresult cuModuleGetLoadingMode(CUmoduleLoadingMode *);
CUresult cuModuleLoad(CUmodule *, const char *);
CUresult cuModuleLoadData(CUmodule *, const void *);
CUresult cuModuleLoadDataEx(CUmodule *, const void *, unsigned int, CUjit_option *, void **);
CUresult cuModuleLoadFatBinary(CUmodule *, const void *);
CUresult cuModuleUnload(CUmodule);

#endif
