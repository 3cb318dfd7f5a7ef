#pragma once
#include <netlink/netlink.h>
