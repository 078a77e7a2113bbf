/* Signatures in minisign's format, verified by libsodium, which is loaded only when a signature
 * must be verified.
 *
 * A key is base64 of: "Ed" | 8 bytes key ID | 32 bytes Ed25519 key.
 * <file>.minisig has four lines:
 *
 *   untrusted comment: any text
 *   base64 of: "ED" | 8 bytes key ID | 64 bytes signature of the file's BLAKE2b-512
 *   trusted comment: any text
 *   base64 of: 64 bytes signature of the signature above and the text of the trusted comment
 *
 * An older format has "Ed" instead of "ED", and signs the file itself. See minisign's manual,
 * "Signature format".
 */
#include "archive.h"

#include "error.h"
#include "mapped_file.h"

#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    ALGORITHM = 2,
    ID = 8,
    KEY = 32,
    SIGNATURE = 64,
    HASH = 64,
    LINE_MAX_BYTES = 8192, /* the longest line that minisign allows for a comment */
    BASE64_ORIGINAL = 1,   /* the value of sodium_base64_VARIANT_ORIGINAL */
};

static struct {
    int (*init)(void);
    int (*decode)(unsigned char *out, size_t room, const char *text, size_t length,
                  const char *ignored, size_t *size, const char **end, int variant);
    int (*hash)(unsigned char *out, size_t size, const unsigned char *in, unsigned long long length,
                const unsigned char *key, size_t key_size);
    int (*verify)(const unsigned char *signature, const unsigned char *message,
                  unsigned long long size, const unsigned char *key);
    bool is_ready;
} sodium;
static pthread_once_t sodium_once = PTHREAD_ONCE_INIT;

static void load_sodium(void)
{
    void *library = dlopen("libsodium.so.23", RTLD_NOW | RTLD_LOCAL);
    if (!library)
        library = dlopen("libsodium.so.26", RTLD_NOW | RTLD_LOCAL);
    if (!library)
        return;
    /* ISO C has no cast from an object pointer to a function pointer. POSIX says that this cast
     * works. */
    *(void **)&sodium.init = dlsym(library, "sodium_init");
    *(void **)&sodium.decode = dlsym(library, "sodium_base642bin");
    *(void **)&sodium.hash = dlsym(library, "crypto_generichash");
    *(void **)&sodium.verify = dlsym(library, "crypto_sign_verify_detached");
    sodium.is_ready =
        sodium.init && sodium.decode && sodium.hash && sodium.verify && sodium.init() >= 0;
}

static bool decode(struct span text, uint8_t *out, size_t size)
{
    size_t decoded;
    return sodium.decode(out, size, (const char *)text.data, text.size, NULL, &decoded, NULL,
                         BASE64_ORIGINAL) == 0 &&
           decoded == size;
}

/* Removes the next line from |rest| and returns it without its newline. */
static struct span next_line(struct span *rest)
{
    const uint8_t *end = rest->size ? memchr(rest->data, '\n', rest->size) : NULL;
    struct span line = {rest->data, end ? (size_t)(end - rest->data) : rest->size};
    size_t used = line.size + (end ? 1 : 0);
    span_sub(*rest, used, rest->size - used, rest);
    if (line.size > 0 && line.data[line.size - 1] == '\r')
        line.size--;
    return line;
}

/* The keys and signatures of one verification. */
struct signed_file {
    uint8_t key[ALGORITHM + ID + KEY];
    uint8_t signature[ALGORITHM + ID + SIGNATURE];
    uint8_t whole[SIGNATURE + LINE_MAX_BYTES]; /* the file's signature and the trusted comment: what
                                                  |of_whole| signs */
    size_t whole_size;
    uint8_t of_whole[SIGNATURE];
};

static bool parse(struct span text, struct signed_file *out)
{
    static const char trusted[] = "trusted comment: ";
    const size_t start = sizeof trusted - 1;
    next_line(&text);
    struct span signature = next_line(&text), comment = next_line(&text);
    if (!decode(signature, out->signature, sizeof out->signature) || comment.size < start ||
        memcmp(comment.data, trusted, start) != 0 || comment.size - start > LINE_MAX_BYTES ||
        !decode(next_line(&text), out->of_whole, sizeof out->of_whole))
        return false;
    memcpy(out->whole, out->signature + ALGORITHM + ID, SIGNATURE);
    memcpy(out->whole + SIGNATURE, comment.data + start, comment.size - start);
    out->whole_size = SIGNATURE + comment.size - start;
    return true;
}

/* Whether the key made both signatures: the signature of |bytes|, and the signature of the trusted
 * comment. */
static bool verify(const struct signed_file *file, struct span bytes)
{
    const uint8_t *key = file->key + ALGORITHM + ID, *by = file->signature + ALGORITHM + ID;
    uint8_t hash[HASH];
    if (file->signature[1] == 'D') {
        if (sodium.hash(hash, sizeof hash, bytes.data, bytes.size, NULL, 0) != 0)
            return false;
        bytes = (struct span){hash, sizeof hash};
    }
    return sodium.verify(by, bytes.data, bytes.size, key) == 0 &&
           sodium.verify(file->of_whole, file->whole, file->whole_size, key) == 0;
}

static krt_status verify_text(const char *path, const char *name, struct span text,
                              struct span bytes, struct signed_file *file)
{
    if (!parse(text, file) || file->signature[0] != 'E' ||
        (file->signature[1] != 'D' && file->signature[1] != 'd'))
        return fail(KRT_ERROR_BAD_IMAGE, "%s: not a signature of minisign; sign %s again", name,
                    path);
    if (memcmp(file->signature + ALGORITHM, file->key + ALGORITHM, ID) != 0)
        return fail(KRT_ERROR_BAD_IMAGE,
                    "%s: signed with another key than the program trusts; install %s from the "
                    "program's maker",
                    name, path);
    if (!verify(file, bytes))
        return fail(KRT_ERROR_BAD_IMAGE,
                    "%s: the signature is wrong: this file or %s was changed; install both again",
                    name, path);
    return KRT_OK;
}

krt_status signature_verify(const char *path, struct span bytes, const char *public_key)
{
    pthread_once(&sodium_once, load_sodium);
    if (!sodium.is_ready)
        return fail(KRT_ERROR_UNSUPPORTED,
                    "%s: its signature cannot be verified: libsodium.so.23 cannot be loaded; "
                    "install it (Debian: libsodium23)",
                    path);
    struct span key = {(const uint8_t *)public_key, strlen(public_key)};
    struct signed_file *file = calloc(1, sizeof *file);
    char *name = NULL;
    if (!file || asprintf(&name, "%s.minisig", path) < 0) {
        free(file);
        return fail(KRT_ERROR_OUT_OF_MEMORY, "%s: no memory to verify it", path);
    }
    struct mapped_file text = {0};
    struct codeobj_error error;
    krt_status status;
    if (!decode(key, file->key, sizeof file->key) || memcmp(file->key, "Ed", ALGORITHM) != 0)
        status = fail(KRT_ERROR_INVALID_ARGUMENT,
                      "krt_package_open: |public_key| is not a key of minisign: pass the line of "
                      "base64 that minisign -G prints");
    else if (mapped_file_open(name, &text, &error) != CODEOBJ_OK)
        status = fail(KRT_ERROR_BAD_IMAGE, "%s: %s, and %s must be signed: minisign -Sm %s", name,
                      error.message, path, path);
    else
        status = verify_text(path, name, text.bytes, bytes, file);
    mapped_file_close(&text);
    free(file);
    free(name);
    return status;
}

krt_status signature_verify_copy(const char *path, struct span *bytes, uint8_t **copy,
                                 const char *public_key)
{
    *copy = malloc(bytes->size ? bytes->size : 1);
    if (!*copy)
        return fail(KRT_ERROR_OUT_OF_MEMORY, "%s: no memory to read it", path);
    if (bytes->size)
        memcpy(*copy, bytes->data, bytes->size);
    bytes->data = *copy;
    return signature_verify(path, *bytes, public_key);
}
