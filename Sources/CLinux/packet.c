#define _GNU_SOURCE
#include "CLinux/packet.h"
#include <arpa/inet.h>
#include <errno.h>
#include <linux/errqueue.h>
#include <linux/net_tstamp.h>
#include <linux/virtio_net.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>

#define BATCH 64

static int64_t nanoseconds_of(const struct timespec *t) { return (int64_t)t->tv_sec * 1000000000 + t->tv_nsec; }

static int64_t stamp_of(struct msghdr *message) {
  for (struct cmsghdr *c = CMSG_FIRSTHDR(message); c; c = CMSG_NXTHDR(message, c))
    if (c->cmsg_level == SOL_SOCKET && c->cmsg_type == SO_TIMESTAMPNS) {
      struct timespec t;
      memcpy(&t, CMSG_DATA(c), sizeof t);
      return nanoseconds_of(&t);
    }
  return 0;
}

int lc_packet_open(int interface_index, int buffer_bytes) {
  /* Protocol 0 until bound: nothing of other interfaces gets in. */
  int fd = socket(AF_PACKET, SOCK_RAW | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  if (fd < 0) return -1;
  int on = 1;
  struct sockaddr_ll address = {
      .sll_family = AF_PACKET, .sll_protocol = htons(ETH_P_ALL), .sll_ifindex = interface_index};
  if (setsockopt(fd, SOL_PACKET, PACKET_IGNORE_OUTGOING, &on, sizeof on) < 0 ||
      setsockopt(fd, SOL_SOCKET, SO_TIMESTAMPNS, &on, sizeof on) < 0)
    goto failed;
  /* Above rmem_max only with CAP_NET_ADMIN in the first user namespace: then the most that is allowed. */
  if (setsockopt(fd, SOL_SOCKET, SO_RCVBUFFORCE, &buffer_bytes, sizeof buffer_bytes) < 0)
    setsockopt(fd, SOL_SOCKET, SO_RCVBUF, &buffer_bytes, sizeof buffer_bytes);
  if (setsockopt(fd, SOL_SOCKET, SO_SNDBUFFORCE, &buffer_bytes, sizeof buffer_bytes) < 0)
    setsockopt(fd, SOL_SOCKET, SO_SNDBUF, &buffer_bytes, sizeof buffer_bytes);
  if (bind(fd, (struct sockaddr *)&address, sizeof address) < 0) goto failed;
  return fd;
failed:;
  int saved = errno;
  close(fd);
  errno = saved;
  return -1;
}

/* Each message has `per` parts. */
static int receive_batch(
    int fd, struct iovec *parts, unsigned per, int32_t *lengths, int64_t *stamps, unsigned count) {
  struct mmsghdr messages[BATCH];
  union {
    struct cmsghdr align;
    char bytes[CMSG_SPACE(sizeof(struct timespec))];
  } controls[BATCH];
  for (unsigned i = 0; i < count; i++) {
    memset(&messages[i], 0, sizeof messages[i]);
    messages[i].msg_hdr.msg_iov = &parts[i * per];
    messages[i].msg_hdr.msg_iovlen = per;
    messages[i].msg_hdr.msg_control = controls[i].bytes;
    messages[i].msg_hdr.msg_controllen = sizeof controls[i].bytes;
  }
  int received;
  do received = recvmmsg(fd, messages, count, MSG_DONTWAIT | MSG_TRUNC, NULL);
  while (received < 0 && errno == EINTR);
  for (int i = 0; i < received; i++) {
    lengths[i] = (int32_t)messages[i].msg_len;
    stamps[i] = stamp_of(&messages[i].msg_hdr);
  }
  return received;
}

static int send_batch(int fd, struct mmsghdr *messages, unsigned count) {
  int sent;
  do sent = sendmmsg(fd, messages, count, MSG_DONTWAIT);
  while (sent < 0 && errno == EINTR);
  return sent;
}

int lc_packet_receive(
    int fd, uint8_t *const *slots, unsigned capacity, int32_t *lengths, int64_t *stamps, unsigned count) {
  struct iovec parts[BATCH];
  if (count > BATCH) count = BATCH;
  for (unsigned i = 0; i < count; i++) parts[i] = (struct iovec){slots[i], capacity};
  return receive_batch(fd, parts, 1, lengths, stamps, count);
}

int lc_packet_send(int fd, uint8_t *const *slots, const int32_t *lengths, unsigned count) {
  struct mmsghdr messages[BATCH];
  struct iovec parts[BATCH];
  if (count > BATCH) count = BATCH;
  for (unsigned i = 0; i < count; i++) {
    parts[i] = (struct iovec){slots[i], (size_t)lengths[i]};
    memset(&messages[i], 0, sizeof messages[i]);
    messages[i].msg_hdr.msg_iov = &parts[i];
    messages[i].msg_hdr.msg_iovlen = 1;
  }
  return send_batch(fd, messages, count);
}

int lc_packet_take_super_frames(int fd) {
  int on = 1;
  return setsockopt(fd, SOL_PACKET, PACKET_VNET_HDR, &on, sizeof on);
}

int lc_packet_receive_super(
    int fd, uint8_t *const *slots, unsigned capacity, uint8_t *rests, unsigned rest_capacity, void *headers,
    int32_t *lengths, int64_t *stamps, unsigned count) {
  struct virtio_net_hdr *header = headers;
  struct iovec parts[BATCH * 3];
  if (count > BATCH) count = BATCH;
  for (unsigned i = 0; i < count; i++) {
    parts[i * 3] = (struct iovec){&header[i], sizeof header[i]};
    parts[i * 3 + 1] = (struct iovec){slots[i], capacity};
    parts[i * 3 + 2] = (struct iovec){rests + (size_t)i * rest_capacity, rest_capacity};
  }
  int received = receive_batch(fd, parts, 3, lengths, stamps, count);
  for (int i = 0; i < received; i++) lengths[i] -= (int32_t)sizeof *header;
  return received;
}

int lc_packet_send_super(
    int fd, uint8_t *const *frames, const int32_t *lengths, uint8_t *heads, unsigned head_bytes,
    const uint16_t *skips, const uint16_t *counts, unsigned count) {
  struct mmsghdr messages[BATCH];
  struct iovec parts[BATCH + LC_PACKET_FRAMES];
  unsigned part = 0, frame = 0;
  if (count > BATCH) count = BATCH;
  for (unsigned i = 0; i < count; i++) {
    if (frame + counts[i] > LC_PACKET_FRAMES) {
      count = i;
      break;
    }
    memset(&messages[i], 0, sizeof messages[i]);
    messages[i].msg_hdr.msg_iov = &parts[part];
    messages[i].msg_hdr.msg_iovlen = 1u + counts[i];
    parts[part++] =
        (struct iovec){heads + (size_t)i * head_bytes, sizeof(struct virtio_net_hdr) + skips[i]};
    for (unsigned end = frame + counts[i]; frame < end; frame++)
      parts[part++] = (struct iovec){frames[frame] + skips[i], (size_t)lengths[frame] - skips[i]};
  }
  return send_batch(fd, messages, count);
}

int lc_packet_stamp_departures(int fd) {
  /* The stamp alone comes back, not the frame: that needs no privilege, and no memory for it. */
  int flags =
      SOF_TIMESTAMPING_TX_SCHED | SOF_TIMESTAMPING_SOFTWARE | SOF_TIMESTAMPING_OPT_TSONLY | SOF_TIMESTAMPING_OPT_ID;
  return setsockopt(fd, SOL_SOCKET, SO_TIMESTAMPING, &flags, sizeof flags);
}

int64_t lc_packet_departure(int fd, uint32_t number) {
  /* A frame that passes several qdiscs (a redirection to ifb) has a stamp of each, the first first. */
  for (;;) {
    union {
      struct cmsghdr align;
      char bytes[256];
    } control;
    struct msghdr message = {.msg_control = control.bytes, .msg_controllen = sizeof control.bytes};
    if (recvmsg(fd, &message, MSG_ERRQUEUE | MSG_DONTWAIT) < 0) return 0;
    int64_t stamp = 0;
    int is_asked_for = 0;
    for (struct cmsghdr *c = CMSG_FIRSTHDR(&message); c; c = CMSG_NXTHDR(&message, c)) {
      if (c->cmsg_level == SOL_SOCKET && c->cmsg_type == SO_TIMESTAMPING) {
        struct scm_timestamping stamps;
        memcpy(&stamps, CMSG_DATA(c), sizeof stamps);
        stamp = nanoseconds_of(&stamps.ts[0]);
      } else if (c->cmsg_level == SOL_PACKET && c->cmsg_type == PACKET_TX_TIMESTAMP) {
        struct sock_extended_err error;
        memcpy(&error, CMSG_DATA(c), sizeof error);
        is_asked_for = error.ee_data == number;
      }
    }
    if (is_asked_for) return stamp;
  }
}

int lc_ppoll(struct pollfd *fds, unsigned count, int64_t nanoseconds) {
  struct timespec t = {nanoseconds / 1000000000, nanoseconds % 1000000000};
  return ppoll(fds, count, nanoseconds < 0 ? NULL : &t, NULL);
}

long lc_datagram_receive(
    int fd, void *buffer, unsigned long capacity, struct sockaddr_storage *from, socklen_t *from_length,
    int64_t *stamp) {
  union {
    struct cmsghdr align;
    char bytes[CMSG_SPACE(sizeof(struct timespec))];
  } control;
  struct iovec part = {buffer, capacity};
  struct msghdr message = {
      .msg_name = from, .msg_namelen = sizeof *from, .msg_iov = &part, .msg_iovlen = 1,
      .msg_control = control.bytes, .msg_controllen = sizeof control.bytes};
  long got = recvmsg(fd, &message, MSG_DONTWAIT);
  *from_length = message.msg_namelen;
  *stamp = got < 0 ? 0 : stamp_of(&message);
  return got;
}

int64_t lc_realtime_offset(void) {
  int64_t best = 0, width = INT64_MAX;
  for (int i = 0; i < 5; i++) {
    struct timespec before, wall, after;
    clock_gettime(CLOCK_MONOTONIC, &before);
    clock_gettime(CLOCK_REALTIME, &wall);
    clock_gettime(CLOCK_MONOTONIC, &after);
    int64_t span = nanoseconds_of(&after) - nanoseconds_of(&before);
    if (span < width) {
      width = span;
      best = nanoseconds_of(&wall) - (nanoseconds_of(&before) + span / 2);
    }
  }
  return best;
}

unsigned lc_packet_drops(int fd) {
  struct tpacket_stats statistics = {0, 0};
  socklen_t length = sizeof statistics;
  getsockopt(fd, SOL_PACKET, PACKET_STATISTICS, &statistics, &length);
  return statistics.tp_drops;
}

int lc_packet_receive_buffer(int fd) {
  int bytes = 0;
  socklen_t length = sizeof bytes;
  getsockopt(fd, SOL_SOCKET, SO_RCVBUF, &bytes, &length);
  return bytes;
}
