/* cases BYTES.bin: does what the compiler made of cases.h equal the file? C11 and C++17. */
#include "cases.h"

#include <stdio.h>
#include <string.h>

static unsigned char bytes[4 << 20];

int main(int argc, char **argv)
{
    FILE *file = argc == 2 ? fopen(argv[1], "rb") : NULL;
    size_t size = file ? fread(bytes, 1, sizeof bytes, file) : 0;
    size_t offset = 0, before = 0;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        if (cases[i].expected != before) /* else the other form of the same bytes */
            offset += before;
        before = cases[i].expected;
        if (cases[i].size != before || offset + before > size ||
            memcmp(cases[i].data, bytes + offset, before) != 0) {
            printf("case %d: %s, %d bytes: differs\n", (int)i, cases[i].kind, (int)before);
            return 1;
        }
    }
    printf("%d cases, %d bytes\n", (int)(sizeof cases / sizeof *cases), (int)(offset + before));
    return offset + before == size ? 0 : 1;
}
