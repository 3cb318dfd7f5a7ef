#include "CLinux/termination.h"
#include <errno.h>
#include <signal.h>
#include <stdint.h>
#include <unistd.h>

static volatile sig_atomic_t bell = -1;
enum { COUNT = 3 };
static struct sigaction before[COUNT];
static const int numbers[COUNT] = {SIGINT, SIGTERM, SIGHUP};

static void ring(int number) {
  (void)number;
  int saved = errno;
  uint64_t one = 1;
  /* A full counter is as readable as any. */
  (void)!write(bell, &one, sizeof one);
  errno = saved;
}

void lc_catch_termination(int eventfd) {
  struct sigaction action = {.sa_handler = ring, .sa_flags = SA_RESTART};
  sigemptyset(&action.sa_mask);
  bell = eventfd;
  for (int i = 0; i < COUNT; i++) {
    sigaction(numbers[i], &action, &before[i]);
    /* As nohup(1) wants it. */
    if (before[i].sa_handler == SIG_IGN) sigaction(numbers[i], &before[i], 0);
  }
}

void lc_release_termination(void) {
  for (int i = 0; i < COUNT; i++) sigaction(numbers[i], &before[i], 0);
}
