/* Copies and sets of linear memory: the bytes are real, the card's time for them is not simulated. */
#include <string.h>

#include "allocation.h"
#include "capture.h"
#include "entry.h"
#include "stream.h"
#include "timeline.h"

static bool within(CUdeviceptr address, size_t size)
{
    const struct sim_allocation *a = sim_allocation_of(address);
    return a && address + size >= address && address + size <= a->range.start + a->range.size;
}

/* Takes the lock. Device ends must lie in an allocation; in a capturing stream a node is made instead. */
static CUresult move(uint64_t to, bool to_device, uint64_t from, bool from_device, size_t size, CUstream handle,
                     bool wait)
{
    uint64_t tail;
    int card;
    {
        SIM_GUARD;
        struct sim_stream *stream;
        struct sim_node *node;
        SIM_TRY(sim_stream(&stream, handle));
        SIM_CHECK(!size || (to && from), CUDA_ERROR_INVALID_VALUE);
        SIM_CHECK(!size || ((!to_device || within(to, size)) && (!from_device || within(from, size))),
                  CUDA_ERROR_INVALID_VALUE);
        if (wait)
            SIM_TRY(sim_capture_unsafe());
        SIM_TRY(sim_capture_implicit(stream));
        if (stream->capture)
            return sim_capture_node(&node, stream, CU_GRAPH_NODE_TYPE_MEMCPY);
        if (size)
            memmove((void *)(uintptr_t)to, (const void *)(uintptr_t)from, size);
        tail = stream->legacy ? sim_submitted(stream->object.card) : stream->tail;
        card = stream->object.card;
    }
    if (wait)
        sim_wait_and_observe(card, tail);
    return CUDA_SUCCESS;
}

static CUresult fill(CUdeviceptr to, const void *pattern, size_t width, size_t count, CUstream handle)
{
    SIM_GUARD;
    struct sim_stream *stream;
    struct sim_node *node;
    SIM_TRY(sim_stream(&stream, handle));
    SIM_CHECK(to % width == 0 && count <= SIZE_MAX / width && (!count || within(to, count * width)),
              CUDA_ERROR_INVALID_VALUE);
    SIM_TRY(sim_capture_implicit(stream));
    if (stream->capture)
        return sim_capture_node(&node, stream, CU_GRAPH_NODE_TYPE_MEMSET);
    for (size_t i = 0; i < count; i++)
        memcpy((char *)(uintptr_t)to + i * width, pattern, width);
    return CUDA_SUCCESS;
}

#define HOST(pointer) (uint64_t)(uintptr_t)(pointer), false
#define DEVICE(pointer) (pointer), true
#define ANY(pointer) (pointer), false

#define COPY(name, parameters, to, from, size, stream, wait)                                                           \
    CUresult name parameters                                                                                           \
    {                                                                                                                  \
        SIM_ENTER(name);                                                                                               \
        return move(to, from, size, stream, wait);                                                                     \
    }

COPY(cuMemcpy, (CUdeviceptr to, CUdeviceptr from, size_t size), ANY(to), ANY(from), size, NULL, true)
COPY(cuMemcpy_ptds, (CUdeviceptr to, CUdeviceptr from, size_t size), ANY(to), ANY(from), size, CU_STREAM_PER_THREAD, true)
COPY(cuMemcpyAsync, (CUdeviceptr to, CUdeviceptr from, size_t size, CUstream s), ANY(to), ANY(from), size, s, false)
COPY(cuMemcpyAsync_ptsz, (CUdeviceptr to, CUdeviceptr from, size_t size, CUstream s), ANY(to), ANY(from), size,
     SIM_PER_THREAD(s), false)
COPY(cuMemcpyHtoD_v2, (CUdeviceptr to, const void *from, size_t size), DEVICE(to), HOST(from), size, NULL, true)
COPY(cuMemcpyHtoD_v2_ptds, (CUdeviceptr to, const void *from, size_t size), DEVICE(to), HOST(from), size,
     CU_STREAM_PER_THREAD, true)
COPY(cuMemcpyDtoH_v2, (void *to, CUdeviceptr from, size_t size), HOST(to), DEVICE(from), size, NULL, true)
COPY(cuMemcpyDtoH_v2_ptds, (void *to, CUdeviceptr from, size_t size), HOST(to), DEVICE(from), size,
     CU_STREAM_PER_THREAD, true)
COPY(cuMemcpyDtoD_v2, (CUdeviceptr to, CUdeviceptr from, size_t size), DEVICE(to), DEVICE(from), size, NULL, true)
COPY(cuMemcpyDtoD_v2_ptds, (CUdeviceptr to, CUdeviceptr from, size_t size), DEVICE(to), DEVICE(from), size,
     CU_STREAM_PER_THREAD, true)
COPY(cuMemcpyHtoDAsync_v2, (CUdeviceptr to, const void *from, size_t size, CUstream s), DEVICE(to), HOST(from), size, s,
     false)
COPY(cuMemcpyHtoDAsync_v2_ptsz, (CUdeviceptr to, const void *from, size_t size, CUstream s), DEVICE(to), HOST(from),
     size, SIM_PER_THREAD(s), false)
COPY(cuMemcpyDtoHAsync_v2, (void *to, CUdeviceptr from, size_t size, CUstream s), HOST(to), DEVICE(from), size, s, false)
COPY(cuMemcpyDtoHAsync_v2_ptsz, (void *to, CUdeviceptr from, size_t size, CUstream s), HOST(to), DEVICE(from), size,
     SIM_PER_THREAD(s), false)
COPY(cuMemcpyDtoDAsync_v2, (CUdeviceptr to, CUdeviceptr from, size_t size, CUstream s), DEVICE(to), DEVICE(from), size,
     s, false)
COPY(cuMemcpyDtoDAsync_v2_ptsz, (CUdeviceptr to, CUdeviceptr from, size_t size, CUstream s), DEVICE(to), DEVICE(from),
     size, SIM_PER_THREAD(s), false)
COPY(cuMemcpyPeer, (CUdeviceptr to, CUcontext a, CUdeviceptr from, CUcontext b, size_t size), DEVICE(to),
     DEVICE(from), a &&b ? size : 0, NULL, true)
COPY(cuMemcpyPeerAsync, (CUdeviceptr to, CUcontext a, CUdeviceptr from, CUcontext b, size_t size, CUstream s),
     DEVICE(to), DEVICE(from), a &&b ? size : 0, s, false)

#define SET(name, parameters, type, count, stream)                                                                     \
    CUresult name parameters                                                                                           \
    {                                                                                                                  \
        SIM_ENTER(name);                                                                                               \
        return fill(to, &value, sizeof(type), count, stream);                                                          \
    }

SET(cuMemsetD8_v2, (CUdeviceptr to, unsigned char value, size_t n), unsigned char, n, NULL)
SET(cuMemsetD16_v2, (CUdeviceptr to, unsigned short value, size_t n), unsigned short, n, NULL)
SET(cuMemsetD32_v2, (CUdeviceptr to, unsigned int value, size_t n), unsigned int, n, NULL)
SET(cuMemsetD8_v2_ptds, (CUdeviceptr to, unsigned char value, size_t n), unsigned char, n, CU_STREAM_PER_THREAD)
SET(cuMemsetD16_v2_ptds, (CUdeviceptr to, unsigned short value, size_t n), unsigned short, n, CU_STREAM_PER_THREAD)
SET(cuMemsetD32_v2_ptds, (CUdeviceptr to, unsigned int value, size_t n), unsigned int, n, CU_STREAM_PER_THREAD)
SET(cuMemsetD8Async, (CUdeviceptr to, unsigned char value, size_t n, CUstream s), unsigned char, n, s)
SET(cuMemsetD16Async, (CUdeviceptr to, unsigned short value, size_t n, CUstream s), unsigned short, n, s)
SET(cuMemsetD32Async, (CUdeviceptr to, unsigned int value, size_t n, CUstream s), unsigned int, n, s)
SET(cuMemsetD8Async_ptsz, (CUdeviceptr to, unsigned char value, size_t n, CUstream s), unsigned char, n, SIM_PER_THREAD(s))
SET(cuMemsetD16Async_ptsz, (CUdeviceptr to, unsigned short value, size_t n, CUstream s), unsigned short, n,
    SIM_PER_THREAD(s))
SET(cuMemsetD32Async_ptsz, (CUdeviceptr to, unsigned int value, size_t n, CUstream s), unsigned int, n,
    SIM_PER_THREAD(s))
