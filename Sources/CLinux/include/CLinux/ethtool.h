#pragma once
#include <linux/ethtool.h>
/* ioctl(SIOCETHTOOL) on `interface` through the socket `fd`: 0, or -1 with errno. */
int lc_ethtool(int fd, const char *interface, void *command);
