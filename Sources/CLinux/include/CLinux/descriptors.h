#pragma once

/* pipe2(2), close-on-exec from the start: no other thread's child can inherit an end. 0, or -1 with errno. */
int lc_pipe(int ends[2]);
/* accept4(2), non-blocking and close-on-exec. The connection, or -1 with errno. */
int lc_accept(int fd);
