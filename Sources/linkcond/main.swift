import Glibc
import LinkcondCommand

// A file that grows beyond the limit is an error to report, not the end of the tool.
signal(SIGXFSZ, SIG_IGN)
let words = Array(CommandLine.arguments.dropFirst())
// Before anything asynchronous: a user namespace can only be entered while there is one thread.
if let status = Linkcond.prepare(words) { exit(status) }
exit(await Linkcond.run(words))
