/* What a compiler is run with (LD_PRELOAD), so that its output does not depend on where files are.
 *
 * clang asks the system for the real name of each file that it opens, and keeps it in its memory.
 * Here the answer is that there is none, which clang accepts: it goes on with the name it was
 * given. See openNativeFileForRead() in LLVM's lib/Support/Unix/Path.inc.
 */
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

ssize_t readlink(const char *restrict path, char *restrict buffer, size_t size)
{
    static const char open_files[] = "/proc/self/fd/";
    if (strncmp(path, open_files, sizeof open_files - 1) == 0) {
        errno = ENOENT;
        return -1;
    }
    return syscall(SYS_readlinkat, AT_FDCWD, path, buffer, size);
}
