# kbuild's completion for fish: kbuild --complete knows what may follow.
function __kbuild_complete
    set -l words (commandline -opc)
    set -l typed (commandline -ct)
    # Of --option=value, fish finds files for the value.
    set -l before (string match -r -- '^--[a-z-]+=' $typed)
    set -l value (string replace -- "$before" '' $typed)
    set -l program (string replace -r -- '^~' $HOME $words[1])
    set -l found ($program --complete $words[2..-1] "$typed" 2>/dev/null)
    switch "$found[1]"
        case words list
            printf '%s\n' $found[2..-1]
        case files
            string replace -r -- '^' "$before" (__fish_complete_path "$value")
        case directories
            string replace -r -- '^' "$before" (__fish_complete_directories "$value")
        case programs
            __fish_complete_command
    end
end

complete -c kbuild -f -a '(__kbuild_complete)'
