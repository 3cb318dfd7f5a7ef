#define _GNU_SOURCE
#include "CLinux/ethtool.h"
#include <errno.h>
#include <linux/sockios.h>
#include <net/if.h>
#include <string.h>
#include <sys/ioctl.h>

int lc_ethtool(int fd, const char *interface, void *command) {
  struct ifreq request;
  if (strlen(interface) >= IFNAMSIZ) { /* cut short it could be another interface's name */
    errno = ENODEV;
    return -1;
  }
  memset(&request, 0, sizeof request);
  strncpy(request.ifr_name, interface, IFNAMSIZ - 1);
  request.ifr_data = command;
  return ioctl(fd, SIOCETHTOOL, &request);
}
