#pragma once
#include <linux/if_ether.h>
#include <linux/if_packet.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <stdint.h>
#include <sys/socket.h>
#include <time.h>

/* A bound AF_PACKET socket that sees incoming frames only, stamped by the kernel; -1 with errno. */
int lc_packet_open(int interface_index, int buffer_bytes);
/* recvmmsg(2) without blocking into `count` frames of `capacity` bytes at `slots`; lengths and CLOCK_REALTIME stamps (ns,
 * 0 if none) are written. The number received, or -1 with errno. */
int lc_packet_receive(int fd, uint8_t *const *slots, unsigned capacity, int32_t *lengths, int64_t *stamps, unsigned count);
/* sendmmsg(2) without blocking. The number sent, or -1 with errno. */
int lc_packet_send(int fd, uint8_t *const *slots, const int32_t *lengths, unsigned count);
/* The most frames that the messages of one lc_packet_send_super may hold together. */
enum { LC_PACKET_FRAMES = 256 };
/* Has each frame come and go with a struct virtio_net_hdr in front (PACKET_VNET_HDR). 0, or -1 with errno. */
int lc_packet_take_super_frames(int fd);
/* lc_packet_receive for such a socket: headers go to `headers`, what is beyond `capacity` to `rest_capacity` bytes for each
 * slot at `rests`; lengths are without the header. */
int lc_packet_receive_super(
  int fd, uint8_t *const *slots, unsigned capacity, uint8_t *rests, unsigned rest_capacity, void *headers,
  int32_t *lengths, int64_t *stamps, unsigned count);
/* lc_packet_send for such a socket: message i has the next `counts[i]` of `frames`, each without its first `skips[i]` bytes,
 * behind a struct virtio_net_hdr and `skips[i]` bytes at `heads + i * head_bytes`. The messages sent, or -1 with errno. */
int lc_packet_send_super(
  int fd, uint8_t *const *frames, const int32_t *lengths, uint8_t *heads, unsigned head_bytes,
  const uint16_t *skips, const uint16_t *counts, unsigned count);
/* Has the kernel stamp each frame that is sent from now on before it enters the interface's qdisc, and count them from 0
 * (SOF_TIMESTAMPING_TX_SCHED, SOF_TIMESTAMPING_OPT_ID). 0, or -1 with errno. */
int lc_packet_stamp_departures(int fd);
/* The CLOCK_REALTIME stamp (ns) of the frame of this number, of which those before are forgotten; 0 if there is none. */
int64_t lc_packet_departure(int fd, uint32_t number);
/* PACKET_STATISTICS: frames that found the receive buffer full since the last call. */
unsigned lc_packet_drops(int fd);
/* SO_RCVBUF as the kernel has it. */
int lc_packet_receive_buffer(int fd);
/* ppoll(2) until `nanoseconds` have passed; negative waits for ever. */
int lc_ppoll(struct pollfd *fds, unsigned count, int64_t nanoseconds);
/* recvmsg(2) of one datagram with its CLOCK_REALTIME receive stamp (ns, 0 if none); bytes, or -1 with errno. */
long lc_datagram_receive(
  int fd, void *buffer, unsigned long capacity, struct sockaddr_storage *from, socklen_t *from_length, int64_t *stamp);
/* CLOCK_REALTIME minus CLOCK_MONOTONIC in nanoseconds, taken as close together as can be. */
int64_t lc_realtime_offset(void);
