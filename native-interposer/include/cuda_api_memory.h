/* Prototypes of the CUDA driver API: memory: linear, pools, virtual, arrays, sharing, host.
 * Every name is one exported symbol with its own ABI; names without _v<n> are the oldest version. */
#ifndef ALIQUOT_CUDA_API_MEMORY_H
#define ALIQUOT_CUDA_API_MEMORY_H

CUresult cuArray3DCreate(CUarray *, const CUDA_ARRAY3D_DESCRIPTOR_v1 *);
CUresult cuArray3DCreate_v2(CUarray *, const CUDA_ARRAY3D_DESCRIPTOR_v2 *);
CUresult cuArray3DGetDescriptor(CUDA_ARRAY3D_DESCRIPTOR_v1 *, CUarray);
CUresult cuArray3DGetDescriptor_v2(CUDA_ARRAY3D_DESCRIPTOR_v2 *, CUarray);
CUresult cuArrayCreate(CUarray *, const CUDA_ARRAY_DESCRIPTOR_v1 *);
CUresult cuArrayCreate_v2(CUarray *, const CUDA_ARRAY_DESCRIPTOR_v2 *);
CUresult cuArrayDestroy(CUarray);
CUresult cuArrayGetDescriptor(CUDA_ARRAY_DESCRIPTOR_v1 *, CUarray);
CUresult cuArrayGetDescriptor_v2(CUDA_ARRAY_DESCRIPTOR_v2 *, CUarray);
CUresult cuArrayGetMemoryRequirements(CUDA_ARRAY_MEMORY_REQUIREMENTS_v1 *, CUarray, CUdevice);
CUresult cuArrayGetPlane(CUarray *, CUarray, unsigned int);
CUresult cuArrayGetSparseProperties(CUDA_ARRAY_SPARSE_PROPERTIES_v1 *, CUarray);
CUresult cuDestroyExternalMemory(CUexternalMemory);
CUresult cuDeviceGetDefaultMemPool(CUmemoryPool *, CUdevice);
CUresult cuDeviceGetMemPool(CUmemoryPool *, CUdevice);
CUresult cuDeviceSetMemPool(CUdevice, CUmemoryPool);
CUresult cuExternalMemoryGetMappedBuffer(CUdeviceptr *, CUexternalMemory, const CUDA_EXTERNAL_MEMORY_BUFFER_DESC_v1 *);
CUresult cuExternalMemoryGetMappedMipmappedArray(CUmipmappedArray *, CUexternalMemory,
    const CUDA_EXTERNAL_MEMORY_MIPMAPPED_ARRAY_DESC_v1 *);
CUresult cuImportExternalMemory(CUexternalMemory *, const CUDA_EXTERNAL_MEMORY_HANDLE_DESC_v1 *);
CUresult cuIpcCloseMemHandle(CUdeviceptr);
CUresult cuIpcGetMemHandle(CUipcMemHandle_v1 *, CUdeviceptr);
CUresult cuIpcOpenMemHandle(CUdeviceptr *, CUipcMemHandle_v1, unsigned int);
CUresult cuIpcOpenMemHandle_v2(CUdeviceptr *, CUipcMemHandle_v1, unsigned int);
CUresult cuMemAddressFree(CUdeviceptr, size_t);
CUresult cuMemAddressReserve(CUdeviceptr *, size_t, size_t, CUdeviceptr, unsigned long long);
CUresult cuMemAdvise(CUdeviceptr, size_t, CUmem_advise, CUdevice);
CUresult cuMemAdvise_v2(CUdeviceptr, size_t, CUmem_advise, CUmemLocation_v1);
CUresult cuMemAlloc(CUdeviceptr_v1 *, unsigned int);
CUresult cuMemAlloc_v2(CUdeviceptr *, size_t);
CUresult cuMemAllocAsync(CUdeviceptr *, size_t, CUstream);
CUresult cuMemAllocAsync_ptsz(CUdeviceptr *, size_t, CUstream);
CUresult cuMemAllocFromPoolAsync(CUdeviceptr *, size_t, CUmemoryPool, CUstream);
CUresult cuMemAllocFromPoolAsync_ptsz(CUdeviceptr *, size_t, CUmemoryPool, CUstream);
CUresult cuMemAllocHost(void **, unsigned int);
CUresult cuMemAllocHost_v2(void **, size_t);
CUresult cuMemAllocManaged(CUdeviceptr *, size_t, unsigned int);
CUresult cuMemAllocPitch(CUdeviceptr_v1 *, unsigned int *, unsigned int, unsigned int, unsigned int);
CUresult cuMemAllocPitch_v2(CUdeviceptr *, size_t *, size_t, size_t, unsigned int);
CUresult cuMemCreate(CUmemGenericAllocationHandle *, size_t, const CUmemAllocationProp_v1 *,
    unsigned long long);
CUresult cuMemDiscardAndPrefetchBatchAsync(CUdeviceptr *, size_t *, size_t, CUmemLocation_v1 *, size_t *, size_t,
    unsigned long long, CUstream);
CUresult cuMemDiscardAndPrefetchBatchAsync_ptsz(CUdeviceptr *, size_t *, size_t, CUmemLocation_v1 *, size_t *,
    size_t, unsigned long long, CUstream);
CUresult cuMemDiscardBatchAsync(CUdeviceptr *, size_t *, size_t, unsigned long long, CUstream);
CUresult cuMemDiscardBatchAsync_ptsz(CUdeviceptr *, size_t *, size_t, unsigned long long, CUstream);
CUresult cuMemExportToShareableHandle(void *, CUmemGenericAllocationHandle, CUmemAllocationHandleType,
    unsigned long long);
CUresult cuMemFree(CUdeviceptr_v1);
CUresult cuMemFree_v2(CUdeviceptr);
CUresult cuMemFreeAsync(CUdeviceptr, CUstream);
CUresult cuMemFreeAsync_ptsz(CUdeviceptr, CUstream);
CUresult cuMemFreeHost(void *);
CUresult cuMemGetAccess(unsigned long long *, const CUmemLocation_v1 *, CUdeviceptr);
CUresult cuMemGetAddressRange(CUdeviceptr_v1 *, unsigned int *, CUdeviceptr_v1);
CUresult cuMemGetAddressRange_v2(CUdeviceptr *, size_t *, CUdeviceptr);
CUresult cuMemGetAllocationGranularity(size_t *, const CUmemAllocationProp_v1 *, CUmemAllocationGranularity_flags);
CUresult cuMemGetAllocationPropertiesFromHandle(CUmemAllocationProp_v1 *, CUmemGenericAllocationHandle);
CUresult cuMemGetDefaultMemPool(CUmemoryPool *, CUmemLocation *, CUmemAllocationType);
CUresult cuMemGetHandleForAddressRange(void *, CUdeviceptr, size_t, CUmemRangeHandleType, unsigned long long);
CUresult cuMemGetInfo(unsigned int *, unsigned int *);
CUresult cuMemGetInfo_v2(size_t *, size_t *);
CUresult cuMemGetMemPool(CUmemoryPool *, CUmemLocation *, CUmemAllocationType);
CUresult cuMemHostAlloc(void **, size_t, unsigned int);
CUresult cuMemHostGetDevicePointer(CUdeviceptr_v1 *, void *, unsigned int);
CUresult cuMemHostGetDevicePointer_v2(CUdeviceptr *, void *, unsigned int);
CUresult cuMemHostGetFlags(unsigned int *, void *);
CUresult cuMemHostRegister(void *, size_t, unsigned int);
CUresult cuMemHostRegister_v2(void *, size_t, unsigned int);
CUresult cuMemHostUnregister(void *);
CUresult cuMemImportFromShareableHandle(CUmemGenericAllocationHandle *, void *, CUmemAllocationHandleType);
CUresult cuMemMap(CUdeviceptr, size_t, size_t, CUmemGenericAllocationHandle, unsigned long long);
CUresult cuMemMapArrayAsync(CUarrayMapInfo_v1 *, unsigned int, CUstream);
CUresult cuMemMapArrayAsync_ptsz(CUarrayMapInfo_v1 *, unsigned int, CUstream);
CUresult cuMemPoolCreate(CUmemoryPool *, const CUmemPoolProps_v1 *);
CUresult cuMemPoolDestroy(CUmemoryPool);
CUresult cuMemPoolExportPointer(CUmemPoolPtrExportData_v1 *, CUdeviceptr);
CUresult cuMemPoolExportToShareableHandle(void *, CUmemoryPool, CUmemAllocationHandleType, unsigned long long);
CUresult cuMemPoolGetAccess(CUmemAccess_flags *, CUmemoryPool, CUmemLocation_v1 *);
CUresult cuMemPoolGetAttribute(CUmemoryPool, CUmemPool_attribute, void *);
CUresult cuMemPoolImportFromShareableHandle(CUmemoryPool *, void *, CUmemAllocationHandleType,
    unsigned long long);
CUresult cuMemPoolImportPointer(CUdeviceptr *, CUmemoryPool, CUmemPoolPtrExportData_v1 *);
CUresult cuMemPoolSetAccess(CUmemoryPool, const CUmemAccessDesc_v1 *, size_t);
CUresult cuMemPoolSetAttribute(CUmemoryPool, CUmemPool_attribute, void *);
CUresult cuMemPoolTrimTo(CUmemoryPool, size_t);
CUresult cuMemPrefetchAsync(CUdeviceptr, size_t, CUdevice, CUstream);
CUresult cuMemPrefetchAsync_ptsz(CUdeviceptr, size_t, CUdevice, CUstream);
CUresult cuMemPrefetchAsync_v2(CUdeviceptr, size_t, CUmemLocation_v1, unsigned int, CUstream);
CUresult cuMemPrefetchAsync_v2_ptsz(CUdeviceptr, size_t, CUmemLocation_v1, unsigned int, CUstream);
CUresult cuMemPrefetchBatchAsync(CUdeviceptr *, size_t *, size_t, CUmemLocation_v1 *, size_t *, size_t,
    unsigned long long, CUstream);
CUresult cuMemPrefetchBatchAsync_ptsz(CUdeviceptr *, size_t *, size_t, CUmemLocation_v1 *, size_t *, size_t,
    unsigned long long, CUstream);
CUresult cuMemRangeGetAttribute(void *, size_t, CUmem_range_attribute, CUdeviceptr, size_t);
CUresult cuMemRangeGetAttributes(void **, size_t *, CUmem_range_attribute *, size_t, CUdeviceptr, size_t);
CUresult cuMemRelease(CUmemGenericAllocationHandle);
CUresult cuMemRetainAllocationHandle(CUmemGenericAllocationHandle *, void *);
CUresult cuMemSetAccess(CUdeviceptr, size_t, const CUmemAccessDesc_v1 *, size_t);
CUresult cuMemSetMemPool(CUmemLocation *, CUmemAllocationType, CUmemoryPool);
CUresult cuMemUnmap(CUdeviceptr, size_t);
CUresult cuMipmappedArrayCreate(CUmipmappedArray *, const CUDA_ARRAY3D_DESCRIPTOR_v2 *, unsigned int);
CUresult cuMipmappedArrayDestroy(CUmipmappedArray);
CUresult cuMipmappedArrayGetLevel(CUarray *, CUmipmappedArray, unsigned int);
CUresult cuMipmappedArrayGetMemoryRequirements(CUDA_ARRAY_MEMORY_REQUIREMENTS_v1 *, CUmipmappedArray, CUdevice);
CUresult cuMipmappedArrayGetSparseProperties(CUDA_ARRAY_SPARSE_PROPERTIES_v1 *, CUmipmappedArray);
CUresult cuMulticastAddDevice(CUmemGenericAllocationHandle, CUdevice);
CUresult cuMulticastBindAddr(CUmemGenericAllocationHandle, size_t, CUdeviceptr, size_t, unsigned long long);
CUresult cuMulticastBindMem(CUmemGenericAllocationHandle, size_t, CUmemGenericAllocationHandle, size_t, size_t,
    unsigned long long);
CUresult cuMulticastCreate(CUmemGenericAllocationHandle *, const CUmulticastObjectProp *);
CUresult cuMulticastGetGranularity(size_t *, const CUmulticastObjectProp *, CUmulticastGranularity_flags);
CUresult cuMulticastUnbind(CUmemGenericAllocationHandle, CUdevice, size_t, size_t);
CUresult cuPointerGetAttribute(void *, CUpointer_attribute, CUdeviceptr);
CUresult cuPointerGetAttributes(unsigned int, CUpointer_attribute *, void **, CUdeviceptr);
CUresult cuPointerSetAttribute(const void *, CUpointer_attribute, CUdeviceptr);
CUresult cuStreamAttachMemAsync(CUstream, CUdeviceptr, size_t, unsigned int);
CUresult cuStreamAttachMemAsync_ptsz(CUstream, CUdeviceptr, size_t, unsigned int);

#endif
