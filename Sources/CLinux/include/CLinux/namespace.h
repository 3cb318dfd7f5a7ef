#pragma once
#include <time.h>
#include <stdint.h>
#include <pthread.h>
#include <sys/types.h>

/* unshare(2) of a network namespace for the calling thread. 0, or -1 with errno. */
int lc_unshare_network(void);
/* unshare(2) of a user and a mount namespace; only before any other thread exists. 0, or -1 with errno. */
int lc_unshare_user(void);
/* setns(2) into a network namespace for the calling thread. 0, or -1 with errno. */
int lc_enter_network(int fd);
/* Keeps what is mounted from here on out of every other mount namespace; only in a mount namespace of one's own.
 * 0, or -1 with errno. */
int lc_make_mounts_private(void);
/* gettid(2). */
pid_t lc_thread_id(void);
/* PR_SET_NAME for the calling thread; 15 bytes are kept. */
void lc_name_thread(const char *name);
/* PR_SET_TIMERSLACK for the calling thread, in nanoseconds. */
int lc_set_timer_slack(unsigned long nanoseconds);
/* The effective capability set holds `capability` (CAP_NET_ADMIN is 12, CAP_SYS_ADMIN 21): 1, 0, or -1 with errno. */
int lc_has_capability(int capability);
/* A sysfs of the calling thread's network namespace that is mounted nowhere: a folder descriptor, or -1 with errno. */
int lc_detached_sysfs(void);
/* pthread_timedjoin_np(3), so many nanoseconds from now: 0, or what is wrong. */
int lc_join_thread(pthread_t thread, int64_t nanoseconds);
