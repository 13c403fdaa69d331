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

/* Ours, and not that of a library in front of us. */
void *own_dlsym(void *handle, const char *name);
void *own_dlvsym(void *handle, const char *name, const char *version);

/* caller: the return address of the program's call. */
struct dlsym_verdict dlsym_judge(void *handle, const char *name, const void *caller);
struct dlsym_verdict dlvsym_judge(void *handle, const char *name, const void *caller);

#endif
