#pragma once
/* Shared by spawn.c and spawn_view.c. Between clone3 and execve only system calls are made: the process was threaded,
 * so a lock may be held for ever by a thread that is not there. That rules out fork(3), setuid(3) and malloc(3) too. */
#include "CLinux/spawn.h"

struct lc_report {
  int step, item, error;
};

/* Sends the failed step with errno to the tool and exits. */
_Noreturn void lc_fail(int report, int step, int item);
/* Shows the lab's own files, /sys and /proc instead of the host's, in the calling process's mount namespace alone. */
void lc_change_view(const struct lc_spawn_request *request, int report);
