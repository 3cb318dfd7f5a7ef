#pragma once
#include <sys/types.h>

/* Where spawning failed: an index into the steps that LabProcess names. */
enum lc_spawn_step {
  LC_STEP_NONE = 0,
  LC_STEP_CLONE,
  LC_STEP_NETWORK,
  LC_STEP_PRIVATE_MOUNTS,
  LC_STEP_FILE,
  LC_STEP_HIDE,
  LC_STEP_SYS,
  LC_STEP_PROC,
  LC_STEP_FORK,
  LC_STEP_IDENTITY,
  LC_STEP_DESCRIPTORS,
  LC_STEP_DIRECTORY,
  LC_STEP_EXEC,
};

struct lc_spawn_request {
  const char *const *candidates; /* paths to try, in order, NULL at the end */
  char *const *arguments;
  char *const *environment;
  const char *directory;
  int network_namespace;
  const char *const *file_targets; /* real paths to bind over, NULL at the end */
  const int *file_sources;         /* a descriptor with the contents for each */
  const char *const *hidden;       /* folders to cover, NULL at the end */
  int has_identity;
  uid_t user;
  gid_t group;
  const gid_t *groups;
  unsigned long group_count;
  int descriptors[3];
};

struct lc_spawn_result {
  pid_t init;        /* the init of the new PID namespace */
  int init_pidfd;
  int life;          /* closing it ends the PID namespace */
  int status;        /* reading gives the command's wait status, 4 bytes */
  int failed_step;   /* enum lc_spawn_step */
  int failed_errno;
};

/* Starts a command as pid 2 of a new PID namespace under an init that dies with this process. 0, or -1 with the failed
 * step and errno in the result; nothing is left behind then. */
int lc_spawn(const struct lc_spawn_request *request, struct lc_spawn_result *result);
