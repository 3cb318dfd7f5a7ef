#define _GNU_SOURCE
#include "CLinux/descriptors.h"
#include <fcntl.h>
#include <stddef.h>
#include <sys/socket.h>
#include <unistd.h>

int lc_pipe(int ends[2]) { return pipe2(ends, O_CLOEXEC); }
int lc_accept(int fd) { return accept4(fd, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK); }
