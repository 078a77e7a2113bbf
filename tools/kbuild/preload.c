/* This library is loaded into compilers (LD_PRELOAD), so that their output does not depend on the
 * directories in which files are.
 *
 * clang keeps in its memory the real name of each file that it opens, and the name of the working
 * directory. It asks the system for a file's real name; this library answers that there is none, so
 * clang uses the name by which it opened the file. clang reads the working directory from $PWD;
 * this library returns a fixed name, and only to clang, because a launcher may change its
 * directory. See openNativeFileForRead() and current_path() in LLVM's lib/Support/Unix/Path.inc. */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
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

char *getenv(const char *name)
{
    static char working_directory[] = "/proc/self/cwd";
    if (strcmp(name, "PWD") == 0 && strstr(program_invocation_short_name, "clang"))
        return working_directory;
    size_t length = strlen(name);
    for (char **entry = environ; entry && *entry; entry++)
        if (strncmp(*entry, name, length) == 0 && (*entry)[length] == '=')
            return *entry + length + 1;
    return NULL;
}
