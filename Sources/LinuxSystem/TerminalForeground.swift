internal import Glibc

/// The foreground of a terminal while this process's group has it.
///
/// A shell in a lab takes it for the process groups of its jobs. When the shell has ended it belongs to a group that is
/// gone, and whoever shares this process's group, such as a script, could no longer read from the terminal.
public struct TerminalForeground: Sendable {
  private let descriptor: Int32
  private let group: pid_t

  /// Remembers it; nil if the descriptor is no terminal, or this process is in its background.
  public init?(of descriptor: Int32) {
    let group = getpgrp()
    guard tcgetpgrp(descriptor) == group else { return nil }
    (self.descriptor, self.group) = (descriptor, group)
  }

  /// Takes it back from a group that is gone. One that is there, as after `bg` in the shell that started this process,
  /// keeps it.
  public func takeBack() {
    let now = tcgetpgrp(descriptor)
    guard now > 0, now != group, kill(-now, 0) < 0, errno == ESRCH else { return }
    var stopping = sigset_t()
    var before = sigset_t()
    sigemptyset(&stopping)
    // What who asks for this from the background is stopped by.
    sigaddset(&stopping, SIGTTOU)
    pthread_sigmask(SIG_BLOCK, &stopping, &before)
    // Fails if the terminal has gone meanwhile: then there is nothing to take.
    _ = tcsetpgrp(descriptor, group)
    pthread_sigmask(SIG_SETMASK, &before, nil)
  }
}
