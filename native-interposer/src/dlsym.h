/* dlsym and dlvsym as exported by us: assembly that asks a judge and then *jumps*, so that the loader sees the
 * program's return address as the caller (RTLD_NEXT, RTLD_DEFAULT). In assembly, since a compiler makes a jump of a
 * call only when it optimises. */
#ifndef ALIQUOT_DLSYM_H
#define ALIQUOT_DLSYM_H

/* Where to jump, and the name to look up there. Returned in two registers. */
struct dlsym_verdict {
    void *target;
    const char *name;
};

/* caller: the return address of the program's call. */
struct dlsym_verdict dlsym_judge(void *handle, const char *name, const void *caller);
struct dlsym_verdict dlvsym_judge(void *handle, const char *name, const void *caller);

#endif
