/* The file that a writer writes: see write.c. */
#include "writer.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

bool record_write_at(int file, const void *data, size_t size, uint64_t offset)
{
    const uint8_t *at = data;
    while (size > 0) {
        ssize_t done = pwrite(file, at, size, (off_t)offset);
        if (done < 0 && errno == EINTR)
            continue;
        if (done <= 0)
            return false;
        at += done;
        offset += (uint64_t)done;
        size -= (size_t)done;
    }
    return true;
}

bool record_write_header(int file, uint64_t end)
{
    uint8_t header[RECORD_HEADER] = RECORD_MAGIC;
    store_le(header + AT_VERSION, RECORD_VERSION, 4);
    store_le(header + AT_END, end, 8);
    store_le(header + AT_HEADER_HASH, hash_64(header, AT_HEADER_HASH), 8);
    return record_write_at(file, header, sizeof header, 0);
}

/* Makes the file and locks it. Returns its descriptor, or -1 with errno. */
int record_make_file(const char *path)
{
    int file = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600);
    if (file >= 0)
        /* A failure is ignored, because some file systems have no locks. */
        (void)flock(file, LOCK_EX | LOCK_NB);
    return file;
}

/* Whether the file is a recording, or empty. */
static bool is_recording(int file)
{
    struct stat stat;
    char magic[sizeof RECORD_MAGIC];
    return fstat(file, &stat) == 0 && S_ISREG(stat.st_mode) &&
           (stat.st_size == 0 || (pread(file, magic, sizeof magic, 0) == (ssize_t)sizeof magic &&
                                  memcmp(magic, RECORD_MAGIC, sizeof magic) == 0));
}

int record_open_old(const char *path, enum record_old *out)
{
    int file = open(path, O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
    if (file < 0) {
        bool is_other = errno == ELOOP || errno == EISDIR || errno == ENXIO;
        *out = errno == ENOENT ? RECORD_REMOVED : is_other ? RECORD_FOREIGN : RECORD_STAYS;
        return -1;
    }
    bool is_ours = is_recording(file);
    /* Some file systems have no locks. */
    if (is_ours && (flock(file, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK))
        return file;
    close(file);
    *out = is_ours ? RECORD_BUSY : RECORD_FOREIGN;
    return -1;
}

enum record_old record_remove(const char *path)
{
    enum record_old old;
    int file = record_open_old(path, &old);
    if (file < 0)
        return old;
    old = unlink(path) == 0 ? RECORD_REMOVED : RECORD_STAYS;
    int error = errno;
    close(file);
    errno = error;
    return old;
}

bool record_read_at(int file, void *out, size_t size, uint64_t offset)
{
    uint8_t *at = out;
    while (size > 0) {
        ssize_t got = pread(file, at, size, (off_t)offset);
        if (got <= 0)
            return false;
        at += got;
        offset += (uint64_t)got;
        size -= (size_t)got;
    }
    return true;
}
