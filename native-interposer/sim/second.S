/* A second address for every entry point: some drivers may give one to dlsym and another to cuGetProcAddress. */
#if defined(__x86_64__)
#define SIM_JUMP(symbol) jmp symbol@PLT
#elif defined(__aarch64__)
#define SIM_JUMP(symbol) b symbol
#endif
.text
#include "symbols.second"
.section .note.GNU-stack,"",%progbits
