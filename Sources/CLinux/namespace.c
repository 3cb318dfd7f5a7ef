#define _GNU_SOURCE
#include <time.h>
#include <stdint.h>
#include <pthread.h>
#include "CLinux/namespace.h"
#include <linux/capability.h>
#include <linux/mount.h>
#include <sched.h>
#include <stddef.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

int lc_unshare_network(void) { return unshare(CLONE_NEWNET); }
int lc_unshare_user(void) { return unshare(CLONE_NEWUSER | CLONE_NEWNS); }
int lc_enter_network(int fd) { return setns(fd, CLONE_NEWNET); }
int lc_make_mounts_private(void) { return mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL); }
pid_t lc_thread_id(void) { return (pid_t)syscall(SYS_gettid); }
void lc_name_thread(const char *name) { prctl(PR_SET_NAME, name, 0, 0, 0); }
int lc_set_timer_slack(unsigned long nanoseconds) { return prctl(PR_SET_TIMERSLACK, nanoseconds, 0, 0, 0); }

int lc_has_capability(int capability) {
  struct __user_cap_header_struct header = {_LINUX_CAPABILITY_VERSION_3, 0};
  struct __user_cap_data_struct data[2] = {{0}};
  if (syscall(SYS_capget, &header, data) < 0) return -1;
  return (data[capability / 32].effective >> (capability % 32)) & 1;
}

int lc_detached_sysfs(void) {
  int context = (int)syscall(SYS_fsopen, "sysfs", FSOPEN_CLOEXEC);
  if (context < 0) return -1;
  int mount = -1;
  if (syscall(SYS_fsconfig, context, FSCONFIG_CMD_CREATE, NULL, NULL, 0) == 0)
    mount = (int)syscall(SYS_fsmount, context, FSMOUNT_CLOEXEC, 0);
  close(context);
  return mount;
}

int lc_join_thread(pthread_t thread, int64_t nanoseconds) {
  struct timespec end;
  clock_gettime(CLOCK_REALTIME, &end);
  int64_t due = (int64_t)end.tv_sec * 1000000000 + end.tv_nsec + nanoseconds;
  end = (struct timespec){.tv_sec = due / 1000000000, .tv_nsec = due % 1000000000};
  return pthread_timedjoin_np(thread, NULL, &end);
}
