#pragma once
#include <sys/types.h>

/* Where spawning failed: an index into the steps that LabProcess names. */
enum lc_spawn_step {
  LC_STEP_NONE = 0,
  LC_STEP_CLONE,
  LC_STEP_NETWORK,
  LC_STEP_PRIVATE_MOUNTS,
  LC_STEP_FILE, /* of file number failed_item */
  LC_STEP_HIDE, /* of folder number failed_item */
  LC_STEP_SYS,
  LC_STEP_PROC,
  LC_STEP_FORK,
  LC_STEP_IDENTITY,
  LC_STEP_NO_NEW_PRIVILEGES,
  LC_STEP_DESCRIPTORS,
  LC_STEP_DIRECTORY,
  LC_STEP_EXEC,
};

struct lc_spawn_request {
  const char *const *candidates; /* paths to try, in order, NULL at the end */
  char *const *arguments;
  /* As execvp(3) does for a script without "#!": this with the script's path in [1], where a gap is left for it. */
  char **shell_arguments;
  char *const *environment;
  const char *directory;
  int network_namespace; /* a negative one stands for the caller's */
  int joined_namespace;  /* the init enters this one before the command runs, which may join it by /proc/1/ns/net;
                            a negative one stands for none */
  const char *const *file_paths;    /* files to cover, links not followed; at most 26, NULL at the end */
  const char *const *file_contents; /* text for each */
  const char *const *hidden;        /* folders to cover where they exist, NULL at the end */
  int own_session; /* whether it gets a session of its own, and so a process group that nobody else is in */
  int own_foreground; /* whether it gets a process group of its own, which becomes that of its terminal's foreground */
  unsigned long descriptor_limit; /* how many descriptors it may have open; 0 is as many as the caller */
  int has_identity;
  uid_t user;
  gid_t group;
  const gid_t *groups;
  unsigned long group_count;
  int descriptors[4]; /* a negative one stands for /dev/null, the last for none at all */
};

struct lc_spawn_result {
  pid_t init; /* the init of the new PID namespace */
  int init_pidfd;
  int life;        /* closing it ends the PID namespace */
  int status;      /* reading gives the command's wait status, 4 bytes */
  int failed_step; /* enum lc_spawn_step */
  int failed_item;
  int failed_errno;
};

/* Starts a command as pid 2 of a new PID namespace under an init that dies with this process. 0, or -1 with the failed
 * step and errno in the result; nothing is left behind then. To be called from a thread that does not end before the
 * command: the kernel takes the end of the thread for the end of the parent. */
int lc_spawn(const struct lc_spawn_request *request, struct lc_spawn_result *result);
/* pidfd_send_signal(2): 0, or -1 with errno. */
int lc_signal_process(int pidfd, int number);
