/* Preloaded into linux.uml by with-netem.
 *
 * User-mode Linux 6.1 keeps 2696 bytes of a process's extended registers. The host's ptrace takes a set back only whole,
 * and on processors with AMX it is 11 KB, so PTRACE_SETREGSET answers EFAULT and the first process dies. Here the set is
 * read whole, its first part replaced by what user-mode Linux holds, and written whole. The part beyond is AMX tiles,
 * which no process uses without asking the kernel (arch_prctl ARCH_REQ_XCOMP_PERM). */
#define _GNU_SOURCE
#include <elf.h>
#include <errno.h>
#include <stdarg.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>

#ifndef NT_X86_XSTATE
#define NT_X86_XSTATE 0x202
#endif

/* glibc's ptrace is variadic and returns peeked words; the system call stores them through its fourth argument. */
long ptrace(enum __ptrace_request request, ...) {
  va_list arguments;
  va_start(arguments, request);
  pid_t process = va_arg(arguments, pid_t);
  void *address = va_arg(arguments, void *);
  void *data = va_arg(arguments, void *);
  va_end(arguments);

  if (request == PTRACE_PEEKTEXT || request == PTRACE_PEEKDATA || request == PTRACE_PEEKUSER) {
    long word;
    if (syscall(SYS_ptrace, request, process, address, &word) < 0) return -1;
    errno = 0;
    return word;
  }
  if (request == PTRACE_SETREGSET && (unsigned long)address == NT_X86_XSTATE) {
    static __thread char whole[65536] __attribute__((aligned(64)));
    const struct iovec *part = data;
    struct iovec all = {whole, sizeof whole};
    if (syscall(SYS_ptrace, PTRACE_GETREGSET, process, address, &all) < 0) return -1;
    memcpy(whole, part->iov_base, part->iov_len < all.iov_len ? part->iov_len : all.iov_len);
    return syscall(SYS_ptrace, PTRACE_SETREGSET, process, address, &all);
  }
  return syscall(SYS_ptrace, request, process, address, data);
}
