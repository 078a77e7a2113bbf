/* A library that was not asked for: it reports that it was loaded. */
#include <unistd.h>

__attribute__((constructor)) static void speak(void)
{
    static const char text[] = "foreign code\n";
    ssize_t written = write(STDOUT_FILENO, text, sizeof text - 1);
    (void)written;
}
