/* Programs without a driver, and with one that comes late. This program is not linked with it. */
#include <dlfcn.h>

#include "harness.h"

PRELOADED(without_a_driver_nothing_is_invented, one_share)
{
    CHECK(dlsym(RTLD_DEFAULT, "cuMemAlloc_v2") == NULL);
    CHECK(strstr(dlerror(), "cuMemAlloc_v2") != NULL);
    CHECK(dlsym(dlopen(NULL, RTLD_NOW), "cuInit") == NULL);
    CHECK(dlsym(RTLD_DEFAULT, "malloc") != NULL);
}

PRELOADED(a_driver_that_comes_late_is_found, one_share)
{
    CHECK(dlsym(RTLD_DEFAULT, "cuInit") == NULL);
    void *driver = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
    CHECK(driver != NULL);
    int (*init)(unsigned) = (int (*)(unsigned))dlsym(driver, "cuInit");
    CHECK(init != NULL && init(0) == 0);
    dlclose(driver);
    driver = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
    CHECK(dlsym(driver, "cuInit") == (void *)init);
}

/* Python, shells and the rest of a container run under the library as well. */
PRELOADED(programs_that_know_no_gpu_are_left_alone, one_share)
{
    CHECK_EQ(system("/bin/true && test \"$(echo hello | tr a-z A-Z)\" = HELLO"), 0);
    CHECK_EQ(system("python3 -c 'import ctypes, subprocess; ctypes.CDLL(None).getpid(); subprocess.run([\"true\"], check=True)'"), 0);
}
