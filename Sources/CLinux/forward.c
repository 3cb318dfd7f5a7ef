#define _GNU_SOURCE
#include "CLinux/forward.h"
#include "CLinux/spawn.h"
#include <errno.h>
#include <signal.h>
#include <stdatomic.h>

enum { COUNT = 6 };
static const int forwarded[COUNT] = {SIGINT, SIGQUIT, SIGTERM, SIGHUP, SIGUSR1, SIGUSR2};
static struct sigaction before[COUNT];
static atomic_int target = -1;

static void forward(int number, siginfo_t *info, void *context) {
  (void)context;
  if (info->si_code > 0) return; /* SI_KERNEL: the terminal sent it to the command too */
  int saved = errno;
  lc_signal_process(atomic_load(&target), number);
  errno = saved;
}

void lc_forward_signals(int pidfd) {
  struct sigaction action = {.sa_sigaction = forward, .sa_flags = SA_SIGINFO | SA_RESTART};
  sigemptyset(&action.sa_mask);
  if (atomic_exchange(&target, pidfd) >= 0) return;
  for (int i = 0; i < COUNT; i++) sigaction(forwarded[i], &action, &before[i]);
}

void lc_stop_forwarding(void) {
  if (atomic_load(&target) < 0) return;
  for (int i = 0; i < COUNT; i++) sigaction(forwarded[i], &before[i], NULL);
  atomic_store(&target, -1);
}
