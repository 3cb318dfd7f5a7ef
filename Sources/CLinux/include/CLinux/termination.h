#pragma once

/* From now on SIGINT, SIGTERM and SIGHUP, where they are not ignored, make the eventfd readable, from a signal handler, and end nothing. */
void lc_catch_termination(int eventfd);
/* The signals do again what they did before. */
void lc_release_termination(void);
