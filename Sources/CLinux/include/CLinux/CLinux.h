#pragma once
/* What Linux has and Swift's Glibc module does not show: it is built without _GNU_SOURCE, and variadic or
 * function-like things are not imported. One-line calls, except for spawn.c, where nothing but C may run.
 *
 * The folder of its own keeps <spawn.h> and the like the C library's: this module's headers are searched first by whatever
 * package depends on this one, and Swift's Glibc module would take what it finds. */
#include "descriptors.h"
#include "namespace.h"
#include "ethtool.h"
#include "forward.h"
#include "packet.h"
#include "poller.h"
#include "spawn.h"
#include "termination.h"
