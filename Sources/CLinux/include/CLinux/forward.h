#pragma once

/* Sends SIGINT, SIGQUIT, SIGTERM, SIGHUP, SIGUSR1 and SIGUSR2 on to the process of `pidfd`, from a signal handler, until
 * lc_stop_forwarding. What a terminal sends is left out. One process at a time; the latest counts. */
void lc_forward_signals(int pidfd);
/* Gives the signals back to whoever had them before. */
void lc_stop_forwarding(void);
