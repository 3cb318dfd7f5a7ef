import Glibc
import LinkcondCommand

let words = Array(CommandLine.arguments.dropFirst())
// Before anything asynchronous: a user namespace can only be entered while there is one thread.
if let status = Linkcond.prepare(words) { exit(status) }
exit(await Linkcond.run(words))
