/* Launches a kernel again and again, each when the one before has ended, until it is killed.
 *   sim-launch [--kernel NAME] [--card N] [--past]
 * The name says how long the kernel takes: work_2ms, unless said otherwise. With --past it launches by the tables of the
 * driver itself, as no honest program does. */
#include <getopt.h>

#include "driver_load.h"
#include "raw_driver.h"

int main(int argc, char **argv)
{
    static const struct option names[] = {{"kernel", 1, 0, 'k'}, {"card", 1, 0, 'c'}, {"past", 0, 0, 'p'}, {0, 0, 0, 0}};
    const char *kernel = "work_2ms";
    int card = 0, past = 0;
    CUcontext context;
    CUmodule module;
    CUfunction function;
    for (int c; (c = getopt_long(argc, argv, "", names, NULL)) != -1;) {
        if (c == 'k')
            kernel = optarg;
        else if (c == 'c')
            card = atoi(optarg);
        else if (c == 'p')
            past = 1;
        else
            exit(2);
    }
    driver_load();
    must(DRIVER(cuInit)(0), "cuInit");
    must(DRIVER(cuDevicePrimaryCtxRetain)(&context, card), "cuDevicePrimaryCtxRetain");
    must(DRIVER(cuCtxSetCurrent)(context), "cuCtxSetCurrent");
    must(DRIVER(cuModuleLoadData)(&module, "image"), "cuModuleLoadData");
    must(DRIVER(cuModuleGetFunction)(&function, module, kernel), "cuModuleGetFunction");
    __typeof__(&cuLaunchKernel) launch = DRIVER(cuLaunchKernel);
    if (past && !(launch = (__typeof__(launch))raw_driver_function("cuLaunchKernel")))
        exit(3);
    for (;;) {
        must(launch(function, 1, 1, 1, 256, 1, 1, 0, NULL, NULL, NULL), "cuLaunchKernel");
        must(DRIVER(cuCtxSynchronize)(), "cuCtxSynchronize");
    }
}
