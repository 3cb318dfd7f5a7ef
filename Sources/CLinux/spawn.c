#define _GNU_SOURCE
#include "spawn.h"
#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <linux/sched.h>
#include <poll.h>
#include <sched.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

/* Between clone3 and execve only system calls are made: the process was threaded, so no lock can be trusted. */

struct report {
  int step;
  int error;
};

struct pipes {
  int life_read, report_write, status_write;
};

static void fail(int fd, int step) {
  struct report report = {step, errno};
  (void)!write(fd, &report, sizeof report);
  _exit(127);
}

/* Closes every descriptor but those named, which must be ascending. */
static void close_all_but(int *keep, int count) {
  for (int i = 1; i < count; i++) /* insertion sort of a handful */
    for (int j = i; j > 0 && keep[j - 1] > keep[j]; j--) {
      int t = keep[j];
      keep[j] = keep[j - 1];
      keep[j - 1] = t;
    }
  unsigned next = 0;
  for (int i = 0; i < count; i++) {
    if (keep[i] < 0) continue;
    if ((unsigned)keep[i] > next) syscall(SYS_close_range, next, (unsigned)keep[i] - 1, 0);
    next = (unsigned)keep[i] + 1;
  }
  syscall(SYS_close_range, next, ~0u, 0);
}

/* Shows the lab's own files, /sys and /proc instead of the host's, in this process's mount namespace alone. */
static void change_view(const struct lc_spawn_request *request, int report) {
  if (mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) < 0) fail(report, LC_STEP_PRIVATE_MOUNTS);
  /* A tmpfs to bind files from: a memfd cannot be bound. /dev/shm-like places may be missing, so it is put over /mnt
     or /tmp for the moment of binding only and detached again. */
  const char *stage = access("/mnt", F_OK) == 0 ? "/mnt" : "/tmp";
  if (request->file_targets[0]) {
    if (mount("linkcond", stage, "tmpfs", MS_NOSUID | MS_NODEV, "mode=755,size=1m") < 0) fail(report, LC_STEP_FILE);
    for (int i = 0; request->file_targets[i]; i++) {
      char path[] = "/mnt/a";
      memcpy(path, stage, 4);
      path[5] = (char)('a' + i);
      int out = open(path, O_WRONLY | O_CREAT | O_EXCL, 0644);
      if (out < 0) fail(report, LC_STEP_FILE);
      char buffer[4096];
      ssize_t got;
      off_t at = 0;
      while ((got = pread(request->file_sources[i], buffer, sizeof buffer, at)) > 0) {
        if (write(out, buffer, (size_t)got) != got) fail(report, LC_STEP_FILE);
        at += got;
      }
      close(out);
      if (mount(path, request->file_targets[i], NULL, MS_BIND, NULL) < 0) fail(report, LC_STEP_FILE);
    }
    if (umount2(stage, MNT_DETACH) < 0) fail(report, LC_STEP_FILE);
  }
  for (int i = 0; request->hidden[i]; i++)
    if (mount("linkcond", request->hidden[i], "tmpfs", MS_NOSUID | MS_NODEV, "mode=755,size=4k") < 0 &&
        errno != ENOENT && errno != ENOTDIR)
      fail(report, LC_STEP_HIDE);
  if (mount("sysfs", "/sys", "sysfs", MS_NOSUID | MS_NODEV | MS_NOEXEC | MS_RDONLY, NULL) < 0) {
    /* A container that masks parts of /sys does not let a user namespace mount a full one. Then the host's stays,
       which shows interfaces of another namespace: an empty folder is the smaller lie. */
    if (errno != EPERM || (mount("linkcond", "/sys", "tmpfs", MS_NOSUID | MS_NODEV, "mode=755,size=4k") < 0))
      fail(report, LC_STEP_SYS);
  }
}

static void run_command(const struct lc_spawn_request *request, int report) {
  if (request->has_identity &&
      (setgroups(request->group_count, request->groups) < 0 || setgid(request->group) < 0 ||
       setuid(request->user) < 0))
    fail(report, LC_STEP_IDENTITY);
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) < 0) fail(report, LC_STEP_IDENTITY);

  int high[3];
  for (int i = 0; i < 3; i++) {
    /* Above 2 first: a source may itself be 0, 1 or 2. */
    high[i] = fcntl(request->descriptors[i], F_DUPFD_CLOEXEC, 10);
    if (high[i] < 0) fail(report, LC_STEP_DESCRIPTORS);
  }
  for (int i = 0; i < 3; i++)
    if (dup2(high[i], i) < 0) fail(report, LC_STEP_DESCRIPTORS);
  int moved = fcntl(report, F_DUPFD_CLOEXEC, 10);
  if (moved < 0) fail(report, LC_STEP_DESCRIPTORS);
  report = moved;
  int keep[] = {0, 1, 2, report};
  close_all_but(keep, 4);
  if (chdir(request->directory) < 0) fail(report, LC_STEP_DIRECTORY);

  for (int number = 1; number < NSIG; number++) signal(number, SIG_DFL);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);

  int error = ENOENT;
  for (int i = 0; request->candidates[i]; i++) {
    execve(request->candidates[i], request->arguments, request->environment);
    /* As execvp(3): what is there but may not be run says more than what is not there. */
    if (errno != ENOENT && errno != ENOTDIR && error != EACCES) error = errno;
  }
  errno = error;
  fail(report, LC_STEP_EXEC);
}

static void wait_for_end(int life, int signals, pid_t command, int status_fd) {
  for (;;) {
    struct pollfd fds[2] = {{life, POLLIN, 0}, {signals, POLLIN, 0}};
    if (poll(fds, 2, -1) < 0 && errno != EINTR) _exit(1);
    if (fds[0].revents) _exit(0); /* the tool is gone or lets go: the whole PID namespace ends with this process */
    struct signalfd_siginfo info;
    while (read(signals, &info, sizeof info) == sizeof info)
      /* What the terminal sends to its whole foreground group (SI_KERNEL) has reached the command already. */
      if (info.ssi_signo != SIGCHLD && info.ssi_code != SI_KERNEL) kill(command, (int)info.ssi_signo);
    int status;
    pid_t ended;
    while ((ended = waitpid(-1, &status, WNOHANG | __WALL)) > 0)
      if (ended == command) {
        (void)!write(status_fd, &status, sizeof status);
        _exit(0);
      }
  }
}

static void run_init(const struct lc_spawn_request *request, struct pipes pipes) {
  prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
  if (syscall(SYS_setns, request->network_namespace, CLONE_NEWNET) < 0) fail(pipes.report_write, LC_STEP_NETWORK);
  change_view(request, pipes.report_write);
  if (mount("proc", "/proc", "proc", MS_NOSUID | MS_NODEV | MS_NOEXEC, NULL) < 0 && errno != EPERM)
    fail(pipes.report_write, LC_STEP_PROC); /* EPERM: a container masks parts of /proc; then the host's stays */

  sigset_t all;
  sigfillset(&all);
  sigprocmask(SIG_SETMASK, &all, NULL);
  int signals = signalfd(-1, &all, SFD_CLOEXEC | SFD_NONBLOCK);
  pid_t command = signals < 0 ? -1 : fork();
  if (command < 0) fail(pipes.report_write, LC_STEP_FORK);
  if (command == 0) run_command(request, pipes.report_write);

  int keep[] = {pipes.life_read, signals, pipes.status_write};
  close_all_but(keep, 3);
  wait_for_end(pipes.life_read, signals, command, pipes.status_write);
}

int lc_spawn(const struct lc_spawn_request *request, struct lc_spawn_result *result) {
  int life[2] = {-1, -1}, report[2] = {-1, -1}, status[2] = {-1, -1};
  memset(result, 0, sizeof *result);
  if (pipe2(life, O_CLOEXEC) < 0 || pipe2(report, O_CLOEXEC) < 0 || pipe2(status, O_CLOEXEC) < 0) {
    result->failed_step = LC_STEP_CLONE;
    result->failed_errno = errno;
    goto failed;
  }
  /* The child must not run a handler of this process: all signals wait until init has its own. */
  sigset_t all, old;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &old);
  struct clone_args arguments = {
      .flags = CLONE_NEWPID | CLONE_NEWNS | CLONE_PIDFD,
      .pidfd = (uint64_t)(uintptr_t)&result->init_pidfd,
      .exit_signal = SIGCHLD};
  pid_t child = (pid_t)syscall(SYS_clone3, &arguments, sizeof arguments);
  int clone_error = errno;
  if (child == 0) {
    close(life[1]);
    run_init(request, (struct pipes){life[0], report[1], status[1]});
    _exit(1);
  }
  pthread_sigmask(SIG_SETMASK, &old, NULL);
  close(life[0]);
  close(report[1]);
  close(status[1]);
  life[0] = report[1] = status[1] = -1;
  if (child < 0) {
    result->failed_step = LC_STEP_CLONE;
    result->failed_errno = clone_error;
    goto failed;
  }
  struct report said;
  ssize_t got;
  do got = read(report[0], &said, sizeof said);
  while (got < 0 && errno == EINTR);
  if (got == sizeof said) {
    result->failed_step = said.step;
    result->failed_errno = said.error;
    close(life[1]);
    life[1] = -1;
    while (waitpid(child, NULL, 0) < 0 && errno == EINTR) {}
    close(result->init_pidfd);
    goto failed;
  }
  close(report[0]);
  result->init = child;
  result->life = life[1];
  result->status = status[0];
  return 0;
failed:
  for (int i = 0; i < 2; i++) {
    if (life[i] >= 0) close(life[i]);
    if (report[i] >= 0) close(report[i]);
    if (status[i] >= 0) close(status[i]);
  }
  return -1;
}
