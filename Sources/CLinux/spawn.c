#define _GNU_SOURCE
#include "CLinux/spawn.h"
#include "spawn_steps.h"
#include <errno.h>
#include <fcntl.h>
#include <linux/capability.h>
#include <linux/sched.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

struct pipes {
  int life_read, report_write, status_write;
};

void lc_fail(int report, int step, int item) {
  struct lc_report said = {step, item, errno};
  (void)!write(report, &said, sizeof said);
  _exit(127);
}

/* clone3(2) as fork(2): without the C library's handlers and locks. Old seccomp filters answer ENOSYS to make
 * programs take clone(2). */
static pid_t start_process(uint64_t flags, int *pidfd) {
  struct clone_args arguments = {.flags = flags, .pidfd = (uint64_t)(uintptr_t)pidfd, .exit_signal = SIGCHLD};
  pid_t child = (pid_t)syscall(SYS_clone3, &arguments, sizeof arguments);
#ifndef __s390x__ /* which has the arguments in another order */
  if (child < 0 && errno == ENOSYS) child = (pid_t)syscall(SYS_clone, flags | SIGCHLD, NULL, pidfd, NULL, NULL);
#endif
  return child;
}

/* Closes every descriptor but those named. */
static void close_all_but(int *keep, int count) {
  for (int i = 1; i < count; i++) /* insertion sort of a handful */
    for (int j = i; j > 0 && keep[j - 1] > keep[j]; j--) {
      int t = keep[j];
      keep[j] = keep[j - 1];
      keep[j - 1] = t;
    }
  unsigned next = 0;
  for (int i = 0; i < count; i++) {
    if ((unsigned)keep[i] > next) syscall(SYS_close_range, next, (unsigned)keep[i] - 1, 0);
    next = (unsigned)keep[i] + 1;
  }
  syscall(SYS_close_range, next, ~0u, 0);
}

/* The system call itself: sigaction(3) leaves out the two signals that the C library keeps for its threads, and they may
 * have been ignored by whoever started the tool. */
static void reset_signals(void) {
  const unsigned long standard[8] = {0}; /* SIG_DFL, no flags, no mask; room for the kernel's struct anywhere */
  for (int number = 1; number < NSIG; number++)
    syscall(SYS_rt_sigaction, number, standard, NULL, NSIG / 8); /* refused for KILL and STOP */
}

/* The C library's setuid(3) and its like would wait for threads that are not in this process. */
static int take_identity(const struct lc_spawn_request *request) {
  if (syscall(SYS_setgroups, request->group_count, request->groups) < 0) return -1;
  if (syscall(SYS_setresgid, request->group, request->group, request->group) < 0) return -1;
  return (int)syscall(SYS_setresuid, request->user, request->user, request->user);
}

/* Across execve, for who is not user 0: what joining a namespace takes. Where it cannot be had, the program says so. */
static void keep_capabilities(void) {
  const int wanted[] = {CAP_SYS_ADMIN, CAP_NET_ADMIN};
  struct __user_cap_header_struct header = {_LINUX_CAPABILITY_VERSION_3, 0};
  struct __user_cap_data_struct data[2] = {{0}};
  if (syscall(SYS_capget, &header, data) < 0) return;
  for (int i = 0; i < 2; i++) data[0].inheritable |= data[0].permitted & (1u << wanted[i]);
  if (syscall(SYS_capset, &header, data) < 0) return;
  for (int i = 0; i < 2; i++) prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_RAISE, wanted[i], 0, 0);
}

static void execute(const struct lc_spawn_request *request) {
  int error = ENOENT;
  for (int i = 0; request->candidates[i]; i++) {
    execve(request->candidates[i], request->arguments, request->environment);
    if (errno == ENOEXEC) {
      request->shell_arguments[1] = (char *)request->candidates[i];
      execve(request->shell_arguments[0], request->shell_arguments, request->environment);
      errno = ENOEXEC;
    }
    /* It goes on where there is nothing, or nothing that may be run, and the latter says more. As shells do, and execvp(3)
       does not, it looks past a folder of PATH that this user may not enter, such as root's after sudo. */
    int failed = errno;
    if (failed != ENOENT && failed != ENOTDIR && failed != EACCES) return;
    int is_path = strchr(request->arguments[0], '/') != NULL;
    if (failed == EACCES && (is_path || faccessat(AT_FDCWD, request->candidates[i], F_OK, AT_EACCESS) == 0)) error = EACCES;
  }
  errno = error;
}

static void run_command(const struct lc_spawn_request *request, int report) {
  /* Above 2 first: a source, or the report, may itself be 0, 1 or 2. */
  report = fcntl(report, F_DUPFD_CLOEXEC, 10);
  int high[4], count = request->descriptors[3] < 0 ? 3 : 4;
  for (int i = 0; i < count; i++) {
    int given = request->descriptors[i];
    if (given < 0) given = open("/dev/null", O_RDWR | O_CLOEXEC);
    high[i] = fcntl(given, F_DUPFD_CLOEXEC, 10);
    if (high[i] < 0) lc_fail(report, LC_STEP_DESCRIPTORS, i);
  }
  for (int i = 0; i < count; i++)
    if (dup2(high[i], i) < 0) lc_fail(report, LC_STEP_DESCRIPTORS, i);
  int keep[] = {0, 1, 2, report, 3};
  close_all_but(keep, count + 1);

  if (request->own_session) setsid(); /* fails only for who leads a group already, which a new process does not */
  /* SIGTTOU is blocked like all others, so that the terminal obeys. Where it does not, the shell sees to it or says so. */
  if (request->own_foreground && setpgid(0, 0) == 0) (void)tcsetpgrp(0, getpid());
  if (request->has_identity && take_identity(request) < 0) lc_fail(report, LC_STEP_IDENTITY, 0);
  if (request->joined_namespace >= 0) keep_capabilities();
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) < 0) lc_fail(report, LC_STEP_NO_NEW_PRIVILEGES, 0);
  struct rlimit limit;
  if (request->descriptor_limit > 0 && getrlimit(RLIMIT_NOFILE, &limit) == 0) {
    limit.rlim_cur = request->descriptor_limit; /* which it was: nothing can refuse it */
    setrlimit(RLIMIT_NOFILE, &limit);
  }
  if (chdir(request->directory) < 0) lc_fail(report, LC_STEP_DIRECTORY, 0);

  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
  execute(request);
  lc_fail(report, LC_STEP_EXEC, 0);
}

static _Noreturn void wait_for_end(struct pipes pipes, int signals, pid_t command) {
  for (;;) {
    struct pollfd fds[2] = {{pipes.life_read, POLLIN, 0}, {signals, POLLIN, 0}};
    if (poll(fds, 2, -1) < 0 && errno != EINTR) _exit(1);
    if (fds[0].revents) _exit(0); /* the tool is gone or lets go: the whole PID namespace ends with this process */
    struct signalfd_siginfo info;
    while (read(signals, &info, sizeof info) == sizeof info)
      /* Only what someone sent: what a terminal sends (SI_KERNEL, above 0) the command gets itself. */
      if (info.ssi_signo != SIGCHLD && info.ssi_code <= 0) kill(command, (int)info.ssi_signo);
    int status;
    pid_t ended;
    while ((ended = waitpid(-1, &status, WNOHANG | __WALL)) > 0)
      if (ended == command) {
        (void)!write(pipes.status_write, &status, sizeof status);
        _exit(0);
      }
  }
}

/* Shows the namespace as that of this process. Who may look at a process's namespaces has at least its capabilities. */
static void lend_namespace(int descriptor, int report) {
  struct __user_cap_header_struct header = {_LINUX_CAPABILITY_VERSION_3, 0};
  const struct __user_cap_data_struct nothing[2] = {{0}};
  if (syscall(SYS_setns, descriptor, CLONE_NEWNET) < 0 || syscall(SYS_capset, &header, nothing) < 0)
    lc_fail(report, LC_STEP_NETWORK, 0);
}

static _Noreturn void run_init(const struct lc_spawn_request *request, struct pipes pipes) {
  prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
  prctl(PR_SET_NAME, "lc-init", 0, 0, 0);
  reset_signals(); /* an inherited SIG_IGN for SIGCHLD would reap the command unseen */
  if (request->network_namespace >= 0 && syscall(SYS_setns, request->network_namespace, CLONE_NEWNET) < 0)
    lc_fail(pipes.report_write, LC_STEP_NETWORK, 0);
  lc_change_view(request, pipes.report_write);

  sigset_t all;
  sigfillset(&all);
  int signals = signalfd(-1, &all, SFD_CLOEXEC | SFD_NONBLOCK);
  int gate[2];
  pid_t command = signals < 0 || pipe2(gate, O_CLOEXEC) < 0 ? -1 : start_process(0, NULL);
  if (command < 0) lc_fail(pipes.report_write, LC_STEP_FORK, 0);
  if (command == 0) {
    close(gate[1]);
    char none;
    (void)!read(gate[0], &none, 1); /* all signals are blocked here */
    run_command(request, pipes.report_write);
  }
  if (request->joined_namespace >= 0) lend_namespace(request->joined_namespace, pipes.report_write);
  close(gate[1]);

  int keep[] = {pipes.life_read, signals, pipes.status_write};
  close_all_but(keep, 3);
  wait_for_end(pipes, signals, command);
}

static void close_open(int *fds, int count) {
  for (int i = 0; i < count; i++)
    if (fds[i] >= 0) close(fds[i]);
}

int lc_spawn(const struct lc_spawn_request *request, struct lc_spawn_result *result) {
  enum { LIFE_READ, LIFE_WRITE, REPORT_READ, REPORT_WRITE, STATUS_READ, STATUS_WRITE, COUNT };
  int fds[COUNT] = {-1, -1, -1, -1, -1, -1};
  *result = (struct lc_spawn_result){.failed_step = LC_STEP_CLONE};
  if (pipe2(fds + LIFE_READ, O_CLOEXEC) < 0 || pipe2(fds + REPORT_READ, O_CLOEXEC) < 0 ||
      pipe2(fds + STATUS_READ, O_CLOEXEC) < 0) {
    result->failed_errno = errno;
    close_open(fds, COUNT);
    return -1;
  }
  /* The child must not run a handler of this process: all signals wait until init reads them. */
  sigset_t all, old;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &old);
  pid_t child = start_process(CLONE_NEWPID | CLONE_NEWNS | CLONE_PIDFD, &result->init_pidfd);
  if (child == 0) {
    close(fds[LIFE_WRITE]);
    run_init(request, (struct pipes){fds[LIFE_READ], fds[REPORT_WRITE], fds[STATUS_WRITE]});
  }
  int clone_error = errno;
  pthread_sigmask(SIG_SETMASK, &old, NULL);
  int theirs[] = {fds[LIFE_READ], fds[REPORT_WRITE], fds[STATUS_WRITE]};
  close_open(theirs, 3);
  int ours[] = {fds[LIFE_WRITE], fds[REPORT_READ], fds[STATUS_READ]};
  if (child < 0) {
    result->failed_errno = clone_error;
    close_open(ours, 3);
    return -1;
  }
  struct lc_report said;
  ssize_t got;
  do got = read(fds[REPORT_READ], &said, sizeof said); /* nothing once execve has closed the other end */
  while (got < 0 && errno == EINTR);
  if (got == sizeof said) {
    result->failed_step = said.step;
    result->failed_item = said.item;
    result->failed_errno = said.error;
    close_open(ours, 3);
    while (waitpid(child, NULL, 0) < 0 && errno == EINTR) {}
    close(result->init_pidfd);
    return -1;
  }
  close(fds[REPORT_READ]);
  *result = (struct lc_spawn_result){
      .init = child, .init_pidfd = result->init_pidfd, .life = fds[LIFE_WRITE], .status = fds[STATUS_READ]};
  return 0;
}

int lc_signal_process(int pidfd, int number) {
  return (int)syscall(SYS_pidfd_send_signal, pidfd, number, NULL, 0);
}
