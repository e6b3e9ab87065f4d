# bash completion for peekpopd

_peekpopd() {
    local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]}
    local command= word i skip=
    # bash cuts words at = and at :, so put the pieces that matter back together.
    if [[ $current == "=" ]]; then
        current=
    elif [[ $previous == "=" ]]; then
        previous=${COMP_WORDS[COMP_CWORD - 2]}
    fi
    COMPREPLY=()
    if [[ $current == ":" && $previous == @(libinput|recording) ]]; then
        current=
        compopt -o filenames 2>/dev/null
        mapfile -t COMPREPLY < <(compgen -f -- "$current")
        return
    elif [[ $previous == ":" && ${COMP_WORDS[COMP_CWORD - 2]} == @(libinput|recording) ]]; then
        compopt -o filenames 2>/dev/null
        mapfile -t COMPREPLY < <(compgen -f -- "$current")
        return
    fi
    case $previous in
        --source)
            compopt -o nospace 2>/dev/null
            mapfile -t COMPREPLY < <(compgen -W 'evdev libinput demo libinput: recording:' -- "$current")
            return
            ;;
        --speed)
            mapfile -t COMPREPLY < <(compgen -W 'max' -- "$current")
            return
            ;;
        --socket)
            compopt -o filenames 2>/dev/null
            mapfile -t COMPREPLY < <(compgen -f -- "$current")
            return
            ;;
        --config)
            compopt -o filenames 2>/dev/null
            mapfile -t COMPREPLY < <(compgen -f -- "$current")
            return
            ;;
    esac
    mapfile -t COMPREPLY < <(compgen -W '--source --speed --socket --config --check-config -h --help --version' -- "$current")
}
complete -F _peekpopd peekpopd
