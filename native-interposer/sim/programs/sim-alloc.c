/* Allocates device memory in steps until it is refused, and says how much it got.
 *   sim-alloc [--path linear|pitch|managed|array|async|pool|vmm] [--step BYTES] [--max BYTES] [--past BYTES] [--card N] [--hold]
 * Sizes take k, m or g. The output is one line: bytes=<sum> last=<error name> free=<free> total=<total>.
 * With --past it then takes as much again by the tables of the driver itself, as no honest program does.
 * With --hold it keeps the memory until its input ends. */
#include <getopt.h>
#include <inttypes.h>
#include <stdint.h>
#include <string.h>
#include <unistd.h>

#include "driver_load.h"
#ifndef SIM_LINKED
#include "raw_driver.h"
#endif

static CUmemoryPool pool;
static int card;

/* One step by each path. The memory is never freed: the program ends with it. */
static CUresult linear(uint64_t size)
{
    CUdeviceptr p;
    return DRIVER(cuMemAlloc_v2)(&p, size);
}

static CUresult pitch(uint64_t size)
{
    CUdeviceptr p;
    size_t row;
    return DRIVER(cuMemAllocPitch_v2)(&p, &row, 4096, size / 4096 ? size / 4096 : 1, 4);
}

static CUresult managed(uint64_t size)
{
    CUdeviceptr p;
    return DRIVER(cuMemAllocManaged)(&p, size, CU_MEM_ATTACH_GLOBAL);
}

static CUresult array(uint64_t size)
{
    CUarray p;
    CUDA_ARRAY_DESCRIPTOR_v2 d = {16384, size / 65536 ? size / 65536 : 1, CU_AD_FORMAT_FLOAT, 1};
    return DRIVER(cuArrayCreate_v2)(&p, &d);
}

static CUresult async(uint64_t size)
{
    CUdeviceptr p;
    return DRIVER(cuMemAllocAsync)(&p, size, NULL);
}

static CUresult from_pool(uint64_t size)
{
    CUdeviceptr p;
    CUmemPoolProps props = {.allocType = CU_MEM_ALLOCATION_TYPE_PINNED,
                            .location = {CU_MEM_LOCATION_TYPE_DEVICE, card}};
    if (!pool)
        must(DRIVER(cuMemPoolCreate)(&pool, &props), "cuMemPoolCreate");
    return DRIVER(cuMemAllocFromPoolAsync)(&p, size, pool, NULL);
}

static CUresult vmm(uint64_t size)
{
    CUmemGenericAllocationHandle h;
    CUmemAllocationProp prop = {.type = CU_MEM_ALLOCATION_TYPE_PINNED,
                                .location = {CU_MEM_LOCATION_TYPE_DEVICE, card}};
    size_t unit = 0;
    must(DRIVER(cuMemGetAllocationGranularity)(&unit, &prop, CU_MEM_ALLOC_GRANULARITY_MINIMUM), "granularity");
    return DRIVER(cuMemCreate)(&h, (size + unit - 1) / unit * unit, &prop, 0);
}

static const struct {
    const char *name;
    CUresult (*step)(uint64_t size);
} paths[] = {{"linear", linear}, {"pitch", pitch},    {"managed", managed}, {"array", array},
             {"async", async},   {"pool", from_pool}, {"vmm", vmm}};

static uint64_t bytes(const char *text)
{
    char *unit;
    uint64_t value = strtoull(text, &unit, 10);
    switch (*unit | 0x20) {
    case 'k':
        return value << 10;
    case 'm':
        return value << 20;
    case 'g':
        return value << 30;
    default:
        return value;
    }
}

struct options {
    size_t path;
    uint64_t step, max, past;
    int hold;
};

static struct options parse(int argc, char **argv)
{
    static const struct option names[] = {{"path", 1, 0, 'p'}, {"step", 1, 0, 's'}, {"max", 1, 0, 'm'},
                                          {"past", 1, 0, 'b'}, {"card", 1, 0, 'c'}, {"hold", 0, 0, 'h'}, {0, 0, 0, 0}};
    struct options options = {.step = 64 << 20, .max = UINT64_MAX};
    for (int c; (c = getopt_long(argc, argv, "", names, NULL)) != -1;) {
        if (c == 'p')
            for (options.path = 0; options.path < 7 && strcmp(paths[options.path].name, optarg); options.path++)
                ;
        else if (c == 's')
            options.step = bytes(optarg);
        else if (c == 'm')
            options.max = bytes(optarg);
        else if (c == 'b')
            options.past = bytes(optarg);
        else if (c == 'c')
            card = atoi(optarg);
        else if (c == 'h')
            options.hold = 1;
        else
            exit(2);
    }
    if (options.path == 7 || !options.step) {
        fputs("sim-alloc: --path is linear, pitch, managed, array, async, pool or vmm; --step is above 0\n", stderr);
        exit(2);
    }
    return options;
}

/* Past dlsym and every hook. */
static void take_past_hooks(uint64_t size)
{
#ifdef SIM_LINKED
    fprintf(stderr, "sim-alloc: the driver is linked in: %" PRIu64 " bytes past it can't be had\n", size);
    exit(2);
#else
    CUdeviceptr p;
    __typeof__(&cuMemAlloc_v2) allocate = (__typeof__(&cuMemAlloc_v2))raw_driver_function("cuMemAlloc_v2");
    if (!allocate)
        exit(3);
    must(allocate(&p, size), "cuMemAlloc past the hooks");
#endif
}

int main(int argc, char **argv)
{
    struct options options = parse(argc, argv);
    CUcontext context;
    CUresult last = CUDA_SUCCESS;
    uint64_t sum = 0;
    size_t free_bytes = 0, total = 0;
    driver_load();
    must(DRIVER(cuInit)(0), "cuInit");
    must(DRIVER(cuDevicePrimaryCtxRetain)(&context, card), "cuDevicePrimaryCtxRetain");
    must(DRIVER(cuCtxSetCurrent)(context), "cuCtxSetCurrent");
    while (sum + options.step <= options.max && (last = paths[options.path].step(options.step)) == CUDA_SUCCESS)
        sum += options.step;
    if (options.past)
        take_past_hooks(options.past);
    must(DRIVER(cuMemGetInfo_v2)(&free_bytes, &total), "cuMemGetInfo");
    printf("bytes=%" PRIu64 " last=%s free=%zu total=%zu\n", sum, error_name(last), free_bytes, total);
    fflush(stdout);
    for (char c; options.hold && read(0, &c, 1) > 0;)
        ;
    return 0;
}
