/* Replays the look-ups that the CUDA runtime makes when it starts.
 *   mini-cudart LIST        LIST: "<base> v<version> fl<flags>" lines (data/cudart-13.0-lookups.txt)
 * As the runtime does, it gets cuGetProcAddress_v2 by dlsym and all others through it; each base is asked through the
 * 4-argument ABI too. Per look-up one line: base, version, flags, result, status, symbol behind the pointer, object
 * that the pointer lies in. The symbol comes from dladdr, or from the simulator when it knows the address. */
#include <string.h>

#include "driver_load.h"

typedef CUresult (*get4)(const char *, void **, int, cuuint64_t);
typedef CUresult (*get5)(const char *, void **, int, cuuint64_t, CUdriverProcAddressQueryResult *);

static const char *(*symbol_of)(const void *address);

static const char *base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

static void show(const char *base, int version, unsigned flags, CUresult result, int status, void *address)
{
    Dl_info info = {0};
    const char *known = address && symbol_of ? symbol_of(address) : NULL;
    int located = address && dladdr(address, &info);
    const char *symbol = known ? known : located && info.dli_sname ? info.dli_sname : "-";
    printf("%s\t%d\t%u\t%d\t%d\t%s\t%s\n", base, version, flags, (int)result, status, symbol,
           located ? base_name(info.dli_fname) : "-");
}

static void look_up(get5 five, get4 four, const char *base, int version, unsigned flags)
{
    void *address = NULL, *again = NULL;
    CUdriverProcAddressQueryResult status = CU_GET_PROC_ADDRESS_SUCCESS;
    CUresult result = five(base, &address, version, flags, &status);
    show(base, version, flags, result, (int)status, address);
    result = four(base, &again, version, flags);
    if (again != address) {
        printf("%s\t%d\t%u\t%d\tdiffers by ABI\n", base, version, flags, (int)result);
        exit(1);
    }
}

int main(int argc, char **argv)
{
    char line[256], base[128];
    int version;
    unsigned flags;
    void *four = NULL, *five = NULL;
    FILE *list = argc == 2 ? fopen(argv[1], "re") : NULL;
    if (!list) {
        fputs("usage: mini-cudart LIST\n", stderr);
        return 2;
    }
    driver_load();
    symbol_of = (const char *(*)(const void *))dlsym(driver_library, "aliquot_sim_symbol_of");
    get5 first = (get5)driver_symbol("cuGetProcAddress_v2");
    must(first("cuGetProcAddress", &four, 11030, 0, NULL), "cuGetProcAddress 11030");
    must(first("cuGetProcAddress", &five, 12000, 0, NULL), "cuGetProcAddress 12000");
    while (fgets(line, sizeof line, list)) {
        if (sscanf(line, "%127s v%d fl%u", base, &version, &flags) != 3)
            continue;
        look_up((get5)five, (get4)four, base, version, flags);
    }
    look_up((get5)five, (get4)four, "", 13000, 0);
    fclose(list);
    return 0;
}
