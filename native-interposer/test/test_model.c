/* Random sequences over all ways to get memory. After every step: what is tracked is what the card holds for us, never
 * above the cap; only documented codes; a refusal was necessary; nothing is left at the end. */
#include "cuda_start.h"

enum { HOLDS = 64, LIMIT_MIB = 1000 };
static const uint64_t limit = LIMIT_MIB * MIB;

enum kind { NONE, LINEAR, PITCHED, MANAGED, ARRAY, MIPMAP, HANDLE, MAPPED, SPARSE, STREAMED, OWN_POOL, GRAPH, KINDS };
struct hold {
    enum kind kind;
    CUdeviceptr address;
    uint64_t handle;
    size_t bytes;
    CUgraph graph;
};

static struct hold holds[HOLDS];
static CUmemoryPool pool;
static CUstream streams[3];
static unsigned seed = 1;
static bool supported[KINDS];

static unsigned pick(unsigned n)
{
    return (unsigned)rand_r(&seed) % n;
}

static size_t some_bytes(void)
{
    size_t mib = pick(4) ? 1 + pick(24) : 1 + pick(500);
    return mib * MIB + pick(2) * pick(1 << 20);
}

/* Small blocks share pages. */
static bool may_be_small(enum kind kind)
{
    return kind == LINEAR || kind == PITCHED || kind == MANAGED;
}

static CUmemAllocationProp on_card(void)
{
    return (CUmemAllocationProp){.type = CU_MEM_ALLOCATION_TYPE_PINNED, .location = {CU_MEM_LOCATION_TYPE_DEVICE, 0}};
}

static size_t whole_pages(size_t bytes)
{
    return (bytes + 2 * MIB - 1) / (2 * MIB) * (2 * MIB);
}

static CUresult make_array(struct hold *h)
{
    CUDA_ARRAY3D_DESCRIPTOR_v2 d = {2048, h->bytes / 8192 + 1, 0, CU_AD_FORMAT_FLOAT, 1, 0};
    if (h->kind == ARRAY)
        return cuArray3DCreate_v2((CUarray *)&h->handle, &d);
    return cuMipmappedArrayCreate((CUmipmappedArray *)&h->handle, &d, 1 + pick(4));
}

static CUresult make_handle(struct hold *h)
{
    CUmemAllocationProp prop = on_card();
    h->bytes = whole_pages(h->bytes);
    CUresult result = cuMemCreate((CUmemGenericAllocationHandle *)&h->handle, h->bytes, &prop, 0);
    if (result != CUDA_SUCCESS || h->kind != MAPPED)
        return result;
    OK(cuMemAddressReserve(&h->address, h->bytes, 0, 0, 0));
    OK(cuMemMap(h->address, h->bytes, 0, h->handle, 0));
    if (pick(2)) { /* once more from the address, and one less: the mapping keeps it */
        CUmemGenericAllocationHandle again;
        OK(cuMemRetainAllocationHandle(&again, (void *)h->address));
        OK(cuMemRelease(again));
    }
    return cuMemRelease(h->handle);
}

/* A sparse array keeps the memory of a handle that is released. */
static CUresult make_sparse(struct hold *h)
{
    CUarray array;
    CUDA_ARRAY3D_DESCRIPTOR_v2 d = {16384, 16384, 0, CU_AD_FORMAT_FLOAT, 4, CUDA_ARRAY3D_SPARSE};
    CUarrayMapInfo_v1 tile = {.resourceType = CU_RESOURCE_TYPE_ARRAY, .memOperationType = CU_MEM_OPERATION_TYPE_MAP};
    CUresult result = make_handle(h);
    if (result != CUDA_SUCCESS)
        return result;
    OK(cuArray3DCreate_v2(&array, &d));
    tile.resource.array = array;
    tile.memHandle.memHandle = h->handle;
    OK(cuMemMapArrayAsync(&tile, 1, streams[0]));
    OK(cuMemRelease(h->handle));
    h->handle = (uintptr_t)array;
    return CUDA_SUCCESS;
}

static CUresult make_graph(struct hold *h)
{
    CUgraphNode node;
    CUgraphExec exec;
    CUDA_MEM_ALLOC_NODE_PARAMS params = {.bytesize = h->bytes};
    params.poolProps.allocType = CU_MEM_ALLOCATION_TYPE_PINNED;
    params.poolProps.location = on_card().location;
    OK(cuGraphCreate(&h->graph, 0));
    CUresult result = cuGraphAddMemAllocNode(&node, h->graph, NULL, 0, &params);
    if (result == CUDA_SUCCESS) {
        OK(cuGraphInstantiateWithFlags(&exec, h->graph, 0));
        result = cuGraphLaunch(exec, streams[0]);
        OK(cuGraphExecDestroy(exec));
        h->address = params.dptr;
    }
    if (result != CUDA_SUCCESS)
        OK(cuGraphDestroy(h->graph));
    return result;
}

static CUresult make(struct hold *h)
{
    size_t pitch;
    switch (h->kind) {
    case LINEAR: return cuMemAlloc_v2(&h->address, h->bytes);
    case PITCHED: return cuMemAllocPitch_v2(&h->address, &pitch, 3585 + pick(512), h->bytes / 4096 + 1, 4);
    case MANAGED: return cuMemAllocManaged(&h->address, h->bytes, CU_MEM_ATTACH_GLOBAL);
    case ARRAY: case MIPMAP: return make_array(h);
    case HANDLE: case MAPPED: return make_handle(h);
    case SPARSE: return make_sparse(h);
    case STREAMED: return cuMemAllocAsync(&h->address, h->bytes, streams[pick(3)]);
    case OWN_POOL: return cuMemAllocFromPoolAsync(&h->address, h->bytes, pool, streams[pick(3)]);
    case GRAPH: return make_graph(h);
    default: return CUDA_ERROR_NOT_SUPPORTED;
    }
}

static CUresult end(struct hold *h)
{
    switch (h->kind) {
    case ARRAY: case SPARSE: return cuArrayDestroy((CUarray)h->handle);
    case MIPMAP: return cuMipmappedArrayDestroy((CUmipmappedArray)h->handle);
    case HANDLE: return cuMemRelease(h->handle);
    case MAPPED: {
        CUresult result = cuMemUnmap(h->address, h->bytes);
        OK(cuMemAddressFree(h->address, h->bytes));
        return result;
    }
    case STREAMED: case OWN_POOL:
        return pick(2) ? cuMemFreeAsync(h->address, streams[pick(3)]) : cuMemFree_v2(h->address);
    case GRAPH: {
        CUresult result = cuMemFreeAsync(h->address, streams[0]);
        OK(cuGraphDestroy(h->graph));
        return result;
    }
    default: return pick(4) ? cuMemFree_v2(h->address) : cuMemFreeAsync(h->address, streams[pick(3)]);
    }
}

static uint64_t on_the_card(void)
{
    return aliquot_sim_bytes(0, -1, 0) - aliquot_sim_bytes(0, ALIQUOT_SIM_CONTEXT, 0) -
           aliquot_sim_bytes(0, ALIQUOT_SIM_CODE, 0);
}

static void maintain(void)
{
    switch (pick(6)) {
    case 0: OK(cuStreamSynchronize(streams[pick(3)])); break;
    case 1: OK(cuCtxSynchronize()); break;
    case 2: OK(cuMemPoolTrimTo(pool, pick(2) * 64 * MIB)); break;
    case 3: OK(cuDeviceGraphMemTrim(0)); break;
    case 4: {
        cuuint64_t keep = pick(2) ? 0 : 100 * MIB;
        OK(cuMemPoolSetAttribute(pool, CU_MEMPOOL_ATTR_RELEASE_THRESHOLD, &keep));
        break;
    }
    default: CHECK(free_bytes() <= limit - (uint64_t)view_region("region").tracked);
    }
}

/* Levels of a mipmap add up to at most 4/3; tiles and levels round up by less than two pages. */
static void was_necessary(const struct hold *h)
{
    uint64_t bytes = whole_pages(h->kind == MIPMAP ? h->bytes * 4 / 3 : h->bytes) + 4 * MIB;
    if (!CHECK(view_region("region").tracked + bytes > limit))
        fprintf(stderr, "    kind %d, %zu bytes, tracked %lld\n", h->kind, h->bytes, view_region("region").tracked);
}

static bool step(void)
{
    struct hold *h = &holds[pick(HOLDS)];
    if (pick(10) == 0)
        maintain();
    else if (h->kind != NONE) {
        if (!OK(end(h)))
            return false;
        h->kind = NONE;
    } else {
        *h = (struct hold){.kind = 1 + pick(KINDS - 1), .bytes = some_bytes()};
        if (may_be_small(h->kind) && pick(2))
            h->bytes = 1 + pick(1 << 20);
        if (!supported[h->kind]) {
            h->kind = NONE;
            return true;
        }
        CUresult result = make(h);
        if (result == CUDA_ERROR_OUT_OF_MEMORY)
            was_necessary(h);
        else if (!OK(result))
            return false;
        if (result != CUDA_SUCCESS)
            h->kind = NONE;
    }
    struct view view = view_region("region");
    return CHECK(view.tracked <= (long long)limit) && CHECK_EQ(view.tracked, on_the_card()) &&
           CHECK_EQ(view.pending, 0) && CHECK_EQ(view.flags, 0);
}

static void find_supported(void)
{
    for (int kind = 1; kind < KINDS; kind++) {
        struct hold h = {.kind = (enum kind)kind, .bytes = 4 * MIB};
        supported[kind] = make(&h) != CUDA_ERROR_NOT_SUPPORTED;
        if (supported[kind])
            OK(end(&h));
        CHECK(supported[kind]);
    }
}

static void prepare(void)
{
    CUmemPoolProps props = {.allocType = CU_MEM_ALLOCATION_TYPE_PINNED, .location = {CU_MEM_LOCATION_TYPE_DEVICE, 0}};
    context_on(0);
    OK(cuMemPoolCreate(&pool, &props));
    for (int i = 0; i < 3; i++)
        OK(cuStreamCreate(&streams[i], 0));
    find_supported();
}

static void give_all_back(void)
{
    for (int i = 0; i < HOLDS; i++)
        if (holds[i].kind != NONE)
            OK(end(&holds[i]));
    OK(cuCtxSynchronize());
    OK(cuMemPoolDestroy(pool));
    OK(cuDeviceGraphMemTrim(0));
    CHECK_EQ(view_region("region").tracked, 0);
    CHECK_EQ(on_the_card(), 0);
}

PRELOADED(random_steps_never_pass_the_cap_and_leave_nothing, one_share)
{
    int steps = getenv("HARNESS_FUZZ") ? 1000000 : 50000, done = 0;
    prepare();
    seed = getenv("HARNESS_SEED") ? (unsigned)atoi(getenv("HARNESS_SEED")) : 1;
    while (done < steps && step())
        done++;
    if (!CHECK_EQ(done, steps))
        fprintf(stderr, "    seed %u at the end\n", seed);
    give_all_back();
    printf("  %d steps\n", done);
}
