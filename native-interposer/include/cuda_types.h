/* The CUDA 13.0 driver API as Aliquot uses it: handles, enumerations and structures.
 * Our own declarations, so that nothing of the vendor's toolkit is needed to build. All layouts are fixed
 * by the ABI; `make -f sim/sim.mk headers-check` compares them with the vendor's header.
 * The names cuX without a suffix are the OLDEST version of cuX (no renaming macros): see cuda_api.h. */
#ifndef ALIQUOT_CUDA_TYPES_H
#define ALIQUOT_CUDA_TYPES_H

#include <stddef.h>
#include <stdint.h>

#include "cuda_enums.h"
#include "cuda_result.h"

typedef uint32_t cuuint32_t;
typedef uint64_t cuuint64_t;

/* Device addresses: 64 bits since version 3020, 32 bits in the functions of version 2000. */
typedef unsigned long long CUdeviceptr;
typedef unsigned int CUdeviceptr_v1;
typedef int CUdevice;

typedef struct CUctx_st *CUcontext;
typedef struct CUgreenCtx_st *CUgreenCtx;
typedef struct CUmod_st *CUmodule;
typedef struct CUfunc_st *CUfunction;
typedef struct CUlib_st *CUlibrary;
typedef struct CUkern_st *CUkernel;
typedef struct CUlinkState_st *CUlinkState;
typedef struct CUarray_st *CUarray;
typedef struct CUmipmappedArray_st *CUmipmappedArray;
typedef struct CUtexref_st *CUtexref;
typedef struct CUsurfref_st *CUsurfref;
typedef struct CUevent_st *CUevent;
typedef struct CUstream_st *CUstream;
typedef struct CUextMemory_st *CUexternalMemory;
typedef struct CUgraph_st *CUgraph;
typedef struct CUgraphNode_st *CUgraphNode;
typedef struct CUgraphExec_st *CUgraphExec;
typedef struct CUmemPoolHandle_st *CUmemoryPool;
typedef struct CUuserObject_st *CUuserObject;
typedef struct CUdevResourceDesc_st *CUdevResourceDesc;
typedef cuuint64_t CUgraphConditionalHandle;
typedef unsigned long long CUmemGenericAllocationHandle;

typedef void (*CUhostFn)(void *user);
typedef void (*CUstreamCallback)(CUstream stream, CUresult status, void *user);
typedef size_t (*CUoccupancyB2DSize)(int block_size);

/* Special stream handles. */
#define CU_STREAM_LEGACY ((CUstream)0x1)
#define CU_STREAM_PER_THREAD ((CUstream)0x2)

/* Special devices (managed memory). */
#define CU_DEVICE_CPU ((CUdevice) - 1)
#define CU_DEVICE_INVALID ((CUdevice) - 2)

/* Flags of host memory and of arrays. */
#define CU_MEMHOSTALLOC_PORTABLE 0x01
#define CU_MEMHOSTALLOC_DEVICEMAP 0x02
#define CU_MEMHOSTALLOC_WRITECOMBINED 0x04
#define CU_MEMHOSTREGISTER_PORTABLE 0x01
#define CU_MEMHOSTREGISTER_DEVICEMAP 0x02
#define CU_MEMHOSTREGISTER_IOMEMORY 0x04
#define CU_MEMHOSTREGISTER_READ_ONLY 0x08
#define CUDA_ARRAY3D_LAYERED 0x01
#define CUDA_ARRAY3D_SURFACE_LDST 0x02
#define CUDA_ARRAY3D_CUBEMAP 0x04
#define CUDA_ARRAY3D_TEXTURE_GATHER 0x08
#define CUDA_ARRAY3D_DEPTH_TEXTURE 0x10
#define CUDA_ARRAY3D_SPARSE 0x40
#define CUDA_ARRAY3D_DEFERRED_MAPPING 0x80

#include "cuda_structs_memory.h"
#include "cuda_structs_work.h"

#endif
