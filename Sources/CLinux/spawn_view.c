#define _GNU_SOURCE
#include "spawn_steps.h"
#include <errno.h>
#include <fcntl.h>
#include <linux/mount.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

static int cover_with_nothing(const char *folder) {
  return mount("linkcond", folder, "tmpfs", MS_NOSUID | MS_NODEV | MS_NOEXEC, "mode=755,size=4k");
}

static int take_tree(const char *path, unsigned flags) {
  return (int)syscall(SYS_open_tree, AT_FDCWD, path, OPEN_TREE_CLONE | OPEN_TREE_CLOEXEC | flags);
}

static int put_tree(int tree, int target) {
  return (int)syscall(SYS_move_mount, tree, "", target, "", MOVE_MOUNT_F_EMPTY_PATH | MOVE_MOUNT_T_EMPTY_PATH);
}

static int write_file(const char *path, const char *text) {
  int out = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644);
  if (out < 0) return -1;
  size_t length = strlen(text);
  int ok = write(out, text, length) == (ssize_t)length && fchmod(out, 0644) == 0; /* whatever the umask */
  close(out);
  return ok ? 0 : -1;
}

/* A file is covered where its name stands, even if that is a link, or one that leads nowhere: /etc/resolv.conf often
 * leads into a folder that is hidden here. */
static void show_files(const struct lc_spawn_request *request, int report) {
  if (!request->file_paths[0]) return;
  /* The files need a mounted place to be bound from. /proc exists everywhere and is covered only meanwhile. */
  if (mount("linkcond", "/proc", "tmpfs", MS_NOSUID | MS_NODEV | MS_NOEXEC, "mode=755,size=1m") < 0)
    lc_fail(report, LC_STEP_FILE, 0);
  for (int i = 0; request->file_paths[i]; i++) {
    char path[] = "/proc/a";
    path[6] = (char)('a' + i);
    int target = open(request->file_paths[i], O_PATH | O_NOFOLLOW | O_CLOEXEC);
    if (target < 0 || write_file(path, request->file_contents[i]) < 0) lc_fail(report, LC_STEP_FILE, i);
    int tree = take_tree(path, 0);
    if (tree < 0 || put_tree(tree, target) < 0) lc_fail(report, LC_STEP_FILE, i);
    close(tree);
    close(target);
  }
  if (umount2("/proc", MNT_DETACH) < 0) lc_fail(report, LC_STEP_FILE, 0);
}

static void show_sys(int report) {
  int groups = take_tree("/sys/fs/cgroup", AT_RECURSIVE); /* programs read their limits there; none is no fault */
  if (mount("sysfs", "/sys", "sysfs", MS_NOSUID | MS_NODEV | MS_NOEXEC | MS_RDONLY, NULL) == 0) {
    int target = groups < 0 ? -1 : open("/sys/fs/cgroup", O_PATH | O_DIRECTORY | O_CLOEXEC);
    if (target >= 0 && put_tree(groups, target) < 0) lc_fail(report, LC_STEP_SYS, 0);
    if (target >= 0) close(target);
  } else if (errno == EBUSY) {
    /* The very one that belongs to this network namespace is mounted there: what runs beside the lab sees the machine's. */
  } else if (errno != EPERM || (cover_with_nothing("/sys/class/net") < 0 && errno != ENOENT)) {
    /* EPERM: a container that masks parts of /sys does not let a user namespace mount a full one. Then no interface is
     * shown rather than another namespace's. */
    lc_fail(report, LC_STEP_SYS, 0);
  }
  if (groups >= 0) close(groups);
}

void lc_change_view(const struct lc_spawn_request *request, int report) {
  if (mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) < 0) lc_fail(report, LC_STEP_PRIVATE_MOUNTS, 0);
  for (int i = 0; request->hidden[i]; i++)
    if (cover_with_nothing(request->hidden[i]) < 0 && errno != ENOENT && errno != ENOTDIR)
      lc_fail(report, LC_STEP_HIDE, i);
  show_files(request, report);
  show_sys(report);
  /* EPERM: a container masks parts of /proc; then the host's stays, with the host's process numbers. There 1 is another
   * process, whose namespace must not be taken for the one that is to be joined. */
  if (mount("proc", "/proc", "proc", MS_NOSUID | MS_NODEV | MS_NOEXEC, NULL) < 0 &&
      (errno != EPERM || request->joined_namespace >= 0))
    lc_fail(report, LC_STEP_PROC, 0);
}
