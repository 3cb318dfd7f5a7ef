import Glibc
import LinkcondCommand

// What is opened later must not become the standard input or output of a command. Writing to one that was closed fails still.
for descriptor in Int32(0)...2 where fcntl(descriptor, F_GETFD) < 0 { _ = unsafe open("/dev/null", O_RDONLY) }
// A file that grows beyond the limit is an error to report, not the end of the tool.
signal(SIGXFSZ, SIG_IGN)
if CommandLine.arguments.isEmpty { exit(Linkcond.complainOfMissingArguments()) }
let words = Array(CommandLine.arguments.dropFirst())
// Before anything asynchronous: a user namespace can only be entered while there is one thread.
if let status = Linkcond.prepare(words) { exit(status) }
exit(await Linkcond.run(words))
