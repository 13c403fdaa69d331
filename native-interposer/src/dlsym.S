/* The trampolines of dlsym.h. Names that don't begin with "cu", "nv" or "dl" jump on at once when the loader is known. */

#if defined(__x86_64__)

/* rdi handle, rsi name, rdx version of dlvsym. */
.macro trampoline name, real, judge
    .globl \name
    .type \name, @function
    .p2align 4
\name:
    .cfi_startproc
    endbr64
    testq %rsi, %rsi
    jz 1f
    cmpw $0x7563, (%rsi)            /* "cu" */
    je 1f
    cmpw $0x766e, (%rsi)            /* "nv" */
    je 1f
    cmpw $0x6c64, (%rsi)            /* "dl" */
    je 1f
    movq \real(%rip), %rax
    testq %rax, %rax
    jz 1f
    jmp *%rax
1:  pushq %rdi
    .cfi_adjust_cfa_offset 8
    pushq %rsi
    .cfi_adjust_cfa_offset 8
    pushq %rdx                      /* with the return address: 16-byte aligned */
    .cfi_adjust_cfa_offset 8
    movq 24(%rsp), %rdx             /* who asks */
    call \judge
    movq %rdx, %rcx
    popq %rdx
    .cfi_adjust_cfa_offset -8
    popq %rsi
    .cfi_adjust_cfa_offset -8
    popq %rdi
    .cfi_adjust_cfa_offset -8
    movq %rcx, %rsi
    jmp *%rax
    .cfi_endproc
    .size \name, . - \name
.endm

#elif defined(__aarch64__)

/* x0 handle, x1 name, x2 version of dlvsym. */
.macro trampoline name, real, judge
    .globl \name
    .type \name, %function
    .p2align 4
\name:
    .cfi_startproc
    hint #34                        /* bti c */
    cbz x1, 1f
    ldrb w9, [x1]
    cmp w9, #'c'
    b.eq 1f
    cmp w9, #'n'
    b.eq 1f
    cmp w9, #'d'
    b.eq 1f
    adrp x9, \real
    ldr x16, [x9, #:lo12:\real]
    cbz x16, 1f
    br x16
1:  stp x29, x30, [sp, #-48]!
    .cfi_def_cfa_offset 48
    .cfi_offset 29, -48
    .cfi_offset 30, -40
    mov x29, sp
    stp x0, x1, [sp, #16]
    str x2, [sp, #32]
    mov x2, x30                     /* who asks */
    bl \judge
    mov x16, x0
    mov x17, x1
    ldp x0, x1, [sp, #16]
    ldr x2, [sp, #32]
    ldp x29, x30, [sp], #48
    .cfi_restore 30
    .cfi_restore 29
    .cfi_def_cfa_offset 0
    mov x1, x17
    br x16
    .cfi_endproc
    .size \name, . - \name
.endm

#else
#error "no trampoline for this processor"
#endif

    .text
    trampoline dlsym, real_dlsym, dlsym_judge
    trampoline dlvsym, real_dlvsym, dlvsym_judge

    /* By these names we mean ours, whoever else exports a dlsym in front of us. */
    .globl own_dlsym, own_dlvsym
    .hidden own_dlsym, own_dlvsym
    .set own_dlsym, dlsym
    .set own_dlvsym, dlvsym

    .section .note.GNU-stack, "", %progbits
