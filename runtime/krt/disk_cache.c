/* The directory of compiled code. It has these files, by name:
 *
 * <key, 32 digits>.krt        magic | key | size, 8 bytes | XXH3-128 of the code | code
 * <key>.tmp-<8 random ones>   an entry that is being written; renamed when it is complete
 * lock                        empty; processes lock its bytes: byte 0 to remove entries, and
 *                             one byte for each key to compile it
 * origin                      where and when |lock| was made: its inode and its change time
 * build/                      what the program kbuild keeps: see compiler.h
 *
 * Digits are hexadecimal. An entry's modification time is its last use. libkrt touches no other
 * file. Because entries are code, libkrt does not read a file that belongs to another user (except
 * root) or that others may write, and uses no directory of this kind. A directory that was
 * checked out, unpacked or copied has a |lock| with another inode or change time than |origin|
 * says, and nobody can foresee these numbers: libkrt removes the entries of such a directory.
 */
#include "disk_cache.h"

#include "error.h"
#include "hash.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum {
    KEY_DIGITS = 2 * sizeof(struct cache_key),
    NAME_SIZE = KEY_DIGITS + sizeof ".tmp-01234567", /* the size of the longest file name */
    STALE_SECONDS = 3600,
};

/* the text "HRTCHE01" as a number; a host of the other byte order reads another number */
static const uint64_t magic = UINT64_C(0x3130454843545248);

struct header {
    uint64_t magic;
    struct cache_key key;
    uint64_t size;
    struct hash_128 checksum;
};

/* ---- The directory of the cache -------------------------------------------------------------- */

/* Finds the cache's path. |*out| is NULL when there is no cache. Returns false when there is no
 * memory. */
static bool find_directory(char **out)
{
    const char *chosen = secure_getenv("KRT_CACHE_DIR");
    const char *cache = secure_getenv("XDG_CACHE_HOME"), *home = secure_getenv("HOME");
    int length = 0;
    *out = NULL;
    if (chosen)
        length = *chosen ? asprintf(out, "%s", chosen) : 0;
    /* the XDG Base Directory Specification says that a relative path in XDG_CACHE_HOME is
     * ignored */
    else if (cache && *cache == '/')
        length = asprintf(out, "%s/krt", cache);
    else if (home && *home)
        length = asprintf(out, "%s/.cache/krt", home);
    return length >= 0;
}

krt_status disk_cache_open(struct disk_cache *out)
{
    const char *text = secure_getenv("KRT_CACHE_SIZE");
    uint64_t mebibytes = 1024;
    if (text && *text) {
        char *end;
        errno = 0;
        mebibytes = strtoull(text, &end, 10);
        if (errno || *end || *text < '0' || *text > '9' || mebibytes > UINT64_MAX >> 20)
            return fail(KRT_ERROR_INVALID_ARGUMENT,
                        "KRT_CACHE_SIZE is \"%s\": it takes a number of MiB, such as 1024", text);
    }
    char *directory;
    if (!find_directory(&directory))
        return fail(KRT_ERROR_OUT_OF_MEMORY, "krt_compile: no memory left for its cache's name");
    *out = (struct disk_cache){directory, mebibytes << 20};
    return KRT_OK;
}

void disk_cache_close(struct disk_cache *cache)
{
    free(cache->directory);
}

/* Makes |directory| and its parents, to which only this user has access. */
static void make_directories(const char *directory)
{
    char *path = strdup(directory);
    for (char *slash = path ? strchr(path + 1, '/') : NULL; slash; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        mkdir(path, 0700);
        *slash = '/';
    }
    if (path)
        mkdir(path, 0700);
    free(path);
}

/* Whether only this user or root can have written |file|. Entries are code, so libkrt trusts no
 * other file. */
static bool is_own(int file)
{
    struct stat status;
    return fstat(file, &status) == 0 && (status.st_uid == geteuid() || status.st_uid == 0) &&
           !(status.st_mode & (S_IWGRP | S_IWOTH));
}

/* Opens the directory. Returns -1 on failure, and if the directory belongs to another user than
 * this one or root, or others may write it. */
static int open_own(const char *path, bool may_make)
{
    enum { FLAGS = O_RDONLY | O_DIRECTORY | O_CLOEXEC };
    int directory = open(path, FLAGS);
    if (directory < 0 && may_make) {
        make_directories(path);
        directory = open(path, FLAGS);
    }
    if (directory >= 0 && !is_own(directory)) {
        close(directory);
        directory = -1;
    }
    return directory;
}

/* ---- Locks of the cache ---------------------------------------------------------------------- */

/* If |type| is F_WRLCK, waits until it can lock |count| bytes from |byte| on; if |type| is F_UNLCK,
 * unlocks these bytes. A |count| of 0 means all bytes. The lock belongs to the open file: it also
 * excludes other threads, and ends when the file is closed. The function polls for the lock,
 * because valgrind stops every thread while one thread is in F_OFD_SETLKW. */
static bool set_lock(int file, short type, off_t byte, off_t count)
{
    const struct timespec nap = {.tv_nsec = 2000000};
    struct flock range = {.l_type = type, .l_whence = SEEK_SET, .l_start = byte, .l_len = count};
    while (fcntl(file, F_OFD_SETLK, &range) != 0) {
        if (errno != EAGAIN && errno != EACCES && errno != EINTR)
            return false;
        nanosleep(&nap, NULL);
    }
    return true;
}

/* Waits until it can lock |byte| of the file "lock". Returns the open file, or -1. */
static int lock_byte(int directory, off_t byte)
{
    int file = openat(directory, "lock", O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0600);
    if (file >= 0 && !set_lock(file, F_WRLCK, byte, 1)) {
        close(file);
        return -1;
    }
    return file;
}

void disk_cache_unlock(int lock)
{
    if (lock < 0)
        return;
    /* Unlocks before closing, because a child of fork() may keep the file open for longer. */
    set_lock(lock, F_UNLCK, 0, 0);
    close(lock);
}

/* ---- Reading and writing files --------------------------------------------------------------- */

static bool read_all(int file, void *data, size_t size)
{
    for (char *at = data; size > 0;) {
        ssize_t count = read(file, at, size);
        if (count == 0 || (count < 0 && errno != EINTR))
            return false;
        at += count > 0 ? count : 0;
        size -= count > 0 ? (size_t)count : 0;
    }
    return true;
}

static bool write_all(int file, const void *data, size_t size)
{
    for (const char *at = data; size > 0;) {
        ssize_t count = write(file, at, size);
        if (count < 0 && errno != EINTR)
            return false;
        at += count > 0 ? count : 0;
        size -= count > 0 ? (size_t)count : 0;
    }
    return true;
}

/* ---- Whether the directory was made here ----------------------------------------------------- */

enum kind { FOREIGN, ENTRY, TEMPORARY };

static enum kind name_kind(const char *name)
{
    static const char digits[] = "0123456789abcdef";
    const char *extension = name + strspn(name, digits);
    if (extension - name != KEY_DIGITS)
        return FOREIGN;
    if (strcmp(extension, ".krt") == 0)
        return ENTRY;
    if (strncmp(extension, ".tmp-", 5) == 0 && strspn(extension + 5, digits) == 8 &&
        extension[5 + 8] == '\0')
        return TEMPORARY;
    return FOREIGN;
}

struct origin {
    char text[64];
};

static struct origin origin_of(int directory)
{
    struct origin origin = {""};
    struct stat status;
    if (fstatat(directory, "lock", &status, AT_SYMLINK_NOFOLLOW) == 0)
        snprintf(origin.text, sizeof origin.text, "%ju %jd.%09ld\n", (uintmax_t)status.st_ino,
                 (intmax_t)status.st_ctim.tv_sec, status.st_ctim.tv_nsec);
    return origin;
}

static bool is_made_here(int directory)
{
    struct origin wanted = origin_of(directory), found = {""};
    int file = openat(directory, "origin", O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    bool is_read = file >= 0 && is_own(file) && read(file, found.text, sizeof found.text - 1) > 0;
    if (file >= 0)
        close(file);
    return is_read && wanted.text[0] && strcmp(wanted.text, found.text) == 0;
}

static void remove_entries(int directory)
{
    int again = openat(directory, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    DIR *stream = again >= 0 ? fdopendir(again) : NULL;
    struct dirent *next;
    while (stream && (next = readdir(stream))) {
        if (name_kind(next->d_name) != FOREIGN)
            unlinkat(directory, next->d_name, 0);
    }
    if (stream)
        closedir(stream);
    else if (again >= 0)
        close(again);
}

/* Takes over a directory that was not made here: removes its entries, then writes |origin|. */
static bool claim(int directory)
{
    int lock = lock_byte(directory, 0);
    /* whether another process has taken over the directory while this one waited for the lock */
    bool is_claimed = lock >= 0 && is_made_here(directory);
    if (lock >= 0 && !is_claimed) {
        struct origin origin = origin_of(directory);
        remove_entries(directory);
        unlinkat(directory, "origin", 0);
        int file = openat(directory, "origin", O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644);
        is_claimed = file >= 0 && write_all(file, origin.text, strlen(origin.text));
        if (file >= 0)
            is_claimed = close(file) == 0 && is_claimed;
    }
    disk_cache_unlock(lock);
    return is_claimed;
}

/* Opens the cache's directory. Returns -1 if that fails, if other users may have written it, or if
 * it was not made here and |may_make| is false. */
static int open_directory(const struct disk_cache *cache, bool may_make)
{
    int directory = cache->directory ? open_own(cache->directory, may_make) : -1;
    if (directory >= 0 && !is_made_here(directory) && !(may_make && claim(directory))) {
        close(directory);
        directory = -1;
    }
    return directory;
}

char *disk_cache_place(const struct disk_cache *cache, const char *name)
{
    int directory = open_directory(cache, true);
    char *path = NULL;
    if (directory < 0)
        return NULL;
    if (asprintf(&path, "%s/%s", cache->directory, name) < 0)
        path = NULL;
    close(directory);
    directory = path ? open_own(path, true) : -1;
    if (directory < 0) {
        free(path);
        return NULL;
    }
    close(directory);
    return path;
}

int disk_cache_lock(const struct disk_cache *cache, const struct cache_key *key)
{
    uint64_t number;
    int directory = open_directory(cache, true);
    if (directory < 0)
        return -1;
    memcpy(&number, key->bytes, sizeof number);
    int lock = lock_byte(directory, (off_t)(1 + (number >> 2)));
    close(directory);
    return lock;
}

/* ---- Entries of the cache -------------------------------------------------------------------- */

static void entry_name(const struct cache_key *key, char out[NAME_SIZE])
{
    for (size_t i = 0; i < sizeof key->bytes; i++)
        snprintf(out + 2 * i, 3, "%02x", key->bytes[i]);
    strcpy(out + KEY_DIGITS, ".krt");
}

enum found { FOUND, ABSENT, DAMAGED };

static enum found read_entry(int file, uint64_t limit, const struct cache_key *key, void **out_data,
                             size_t *out_size)
{
    struct header header;
    struct stat status;
    if (fstat(file, &status) != 0)
        return ABSENT;
    if (!S_ISREG(status.st_mode) || (uint64_t)status.st_size > limit ||
        !read_all(file, &header, sizeof header) || header.magic != magic ||
        memcmp(&header.key, key, sizeof *key) != 0 || header.size == 0 ||
        header.size != (uint64_t)status.st_size - sizeof header)
        return DAMAGED;
    void *data = malloc(header.size);
    if (!data)
        return ABSENT;
    bool is_read = read_all(file, data, header.size);
    struct hash_128 checksum = hash_128(data, is_read ? header.size : 0);
    if (!is_read || memcmp(&checksum, &header.checksum, sizeof checksum) != 0) {
        free(data);
        return DAMAGED;
    }
    *out_data = data;
    *out_size = header.size;
    return FOUND;
}

bool disk_cache_load(const struct disk_cache *cache, const struct cache_key *key, void **out_data,
                     size_t *out_size)
{
    char name[NAME_SIZE];
    int directory = open_directory(cache, false);
    if (directory < 0)
        return false;
    entry_name(key, name);
    enum found found = ABSENT;
    int file = openat(directory, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    if (file >= 0) {
        found =
            is_own(file) ? read_entry(file, cache->limit_bytes, key, out_data, out_size) : ABSENT;
        if (found == FOUND)
            futimens(file, NULL);
        close(file);
    }
    if (found == DAMAGED)
        unlinkat(directory, name, 0);
    close(directory);
    return found == FOUND;
}

void disk_cache_drop(const struct disk_cache *cache, const struct cache_key *key)
{
    char name[NAME_SIZE];
    int directory = open_directory(cache, false);
    if (directory < 0)
        return;
    entry_name(key, name);
    unlinkat(directory, name, 0);
    close(directory);
}

/* ---- Keeping below the limit ---------------------------------------------------------------- */

struct entry {
    char name[NAME_SIZE];
    uint64_t size;
    struct timespec used;
};

struct entries {
    struct entry *items;
    size_t count, room;
    uint64_t bytes;
};

static int compare_use(const void *left, const void *right)
{
    const struct timespec *a = &((const struct entry *)left)->used;
    const struct timespec *b = &((const struct entry *)right)->used;
    if (a->tv_sec != b->tv_sec)
        return a->tv_sec < b->tv_sec ? -1 : 1;
    return (a->tv_nsec > b->tv_nsec) - (a->tv_nsec < b->tv_nsec);
}

static bool entries_add(struct entries *entries, const char *name, const struct stat *status)
{
    if (entries->count == entries->room) {
        size_t room = entries->room ? 2 * entries->room : 64;
        struct entry *items = realloc(entries->items, room * sizeof *items);
        if (!items)
            return false;
        entries->items = items;
        entries->room = room;
    }
    struct entry *entry = &entries->items[entries->count++];
    strcpy(entry->name, name);
    entry->size = (uint64_t)status->st_size;
    entry->used = status->st_mtim;
    entries->bytes += entry->size;
    return true;
}

/* Lists every entry. Also removes temporary files that a process left when it died. */
static void entries_read(struct entries *entries, int directory)
{
    int again = openat(directory, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    DIR *stream = again >= 0 ? fdopendir(again) : NULL;
    struct dirent *next;
    time_t now = time(NULL);
    if (!stream) {
        if (again >= 0)
            close(again);
        return;
    }
    while ((next = readdir(stream))) {
        enum kind kind = name_kind(next->d_name);
        struct stat status;
        if (kind == FOREIGN ||
            fstatat(directory, next->d_name, &status, AT_SYMLINK_NOFOLLOW) != 0 ||
            !S_ISREG(status.st_mode))
            continue;
        if (kind == TEMPORARY && now - status.st_mtim.tv_sec > STALE_SECONDS)
            unlinkat(directory, next->d_name, 0);
        if (kind == ENTRY && !entries_add(entries, next->d_name, &status))
            break;
    }
    closedir(stream);
}

static void remove_unused(int directory, uint64_t limit)
{
    struct entries entries = {0};
    /* Locks byte 0, because two processes at once would remove twice as much as necessary. */
    int lock = lock_byte(directory, 0);
    if (lock < 0)
        return;
    entries_read(&entries, directory);
    if (entries.bytes > limit)
        qsort(entries.items, entries.count, sizeof *entries.items, compare_use);
    for (size_t i = 0; i < entries.count && entries.bytes > limit; i++) {
        if (unlinkat(directory, entries.items[i].name, 0) == 0 || errno == ENOENT)
            entries.bytes -= entries.items[i].size;
    }
    free(entries.items);
    disk_cache_unlock(lock);
}

/* Writes an entry under a temporary name, and then renames it. */
static void write_entry(int directory, const struct header *header, const void *data)
{
    char name[NAME_SIZE], temporary[NAME_SIZE];
    unsigned random = 0;
    /* The temporary name is random, so that writers do not meet if locks fail. */
    getentropy(&random, sizeof random);
    entry_name(&header->key, name);
    snprintf(temporary, sizeof temporary, "%.*s.tmp-%08x", KEY_DIGITS, name, random);
    int file = openat(directory, temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (file < 0)
        return;
    bool ok = write_all(file, header, sizeof *header) && write_all(file, data, header->size);
    ok &= close(file) == 0;
    if (!ok || renameat(directory, temporary, directory, name) != 0)
        unlinkat(directory, temporary, 0);
}

void disk_cache_store(const struct disk_cache *cache, const struct cache_key *key, const void *data,
                      size_t size)
{
    struct header header = {magic, *key, size, hash_128(data, size)};
    if (size == 0 || size + sizeof header > cache->limit_bytes)
        return;
    int directory = open_directory(cache, true);
    if (directory < 0)
        return;
    write_entry(directory, &header, data);
    remove_unused(directory, cache->limit_bytes);
    close(directory);
}
