#pragma once
/* Swift's Glibc module leaves these out. */
#include <sys/epoll.h>
#include <sys/eventfd.h>
