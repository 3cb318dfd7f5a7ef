#pragma once

/* From now on SIGINT and SIGTERM make the eventfd readable, from a signal handler, and end nothing. */
void lc_catch_termination(int eventfd);
/* The two signals do again what they did before. */
void lc_release_termination(void);
