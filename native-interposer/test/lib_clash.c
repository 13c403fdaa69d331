/* A library of the program's own: names like ours, and functions named like the driver's that are not the driver's. */
int ledger_put = 1, share_reserve = 2, rows = 3, route = 4, real_dlsym = 5, report_once = 6, current_here = 7;
int clash_sum(void) { return ledger_put + share_reserve + rows + route + real_dlsym + report_once + current_here; }
int cuMemAlloc_v2(unsigned long long *address, unsigned long bytes) { (void)address; return (int)bytes + 1000000; }
int cuCustomKernelLauncher(void) { return 42; }
