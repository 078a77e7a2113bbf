# unpack.sh ARCHIVE DIRECTORY: writes the files of a text archive into the directory. In an archive, the line
# "-- NAME --" begins a file; what is before the first is a comment.
mkdir -p "$2" && awk -v dir="$2" '
    /^-- [^ ]+ --$/ {
        file = dir "/" $2
        if (match($2, /.*\//)) system("mkdir -p \"" dir "/" substr($2, 1, RLENGTH) "\"")
        printf "" >file
        next
    }
    file { print >file }' "$1"
