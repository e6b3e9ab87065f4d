# bash completion for peekpop-actions

_peekpop-actions() {
    local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]}
    local command= word i skip=
    # bash cuts words at = and at :, so put the pieces that matter back together.
    if [[ $current == "=" ]]; then
        current=
    elif [[ $previous == "=" ]]; then
        previous=${COMP_WORDS[COMP_CWORD - 2]}
    fi
    COMPREPLY=()
    for ((i = 1; i < COMP_CWORD; i++)); do
        word=${COMP_WORDS[i]}
        if [[ -n $skip ]]; then
            [[ $word == "=" ]] || skip=
            continue
        fi
        case $word in
            --config | --socket) skip=1 ;;
            -*) ;;
            *)
                command=$word
                break
                ;;
        esac
    done
    case $command in
        '')
            case $previous in
                --config)
                    compopt -o filenames 2>/dev/null
                    mapfile -t COMPREPLY < <(compgen -f -- "$current")
                    return
                    ;;
                --socket)
                    compopt -o filenames 2>/dev/null
                    mapfile -t COMPREPLY < <(compgen -f -- "$current")
                    return
                    ;;
            esac
            mapfile -t COMPREPLY < <(compgen -W 'run check preset status help --config --socket -h --help --version' -- "$current")
            ;;
        run)
            case $previous in
                --config)
                    compopt -o filenames 2>/dev/null
                    mapfile -t COMPREPLY < <(compgen -f -- "$current")
                    return
                    ;;
                --socket)
                    compopt -o filenames 2>/dev/null
                    mapfile -t COMPREPLY < <(compgen -f -- "$current")
                    return
                    ;;
            esac
            mapfile -t COMPREPLY < <(compgen -W '-n --dry-run --config --socket -h --help --version' -- "$current")
            ;;
        check)
            case $previous in
                --config)
                    compopt -o filenames 2>/dev/null
                    mapfile -t COMPREPLY < <(compgen -f -- "$current")
                    return
                    ;;
                --socket)
                    compopt -o filenames 2>/dev/null
                    mapfile -t COMPREPLY < <(compgen -f -- "$current")
                    return
                    ;;
            esac
            mapfile -t COMPREPLY < <(compgen -W '--config --socket -h --help --version' -- "$current")
            ;;
        preset)
            case $previous in
                --config)
                    compopt -o filenames 2>/dev/null
                    mapfile -t COMPREPLY < <(compgen -f -- "$current")
                    return
                    ;;
                --socket)
                    compopt -o filenames 2>/dev/null
                    mapfile -t COMPREPLY < <(compgen -f -- "$current")
                    return
                    ;;
            esac
            if [[ $current == -* ]]; then
                mapfile -t COMPREPLY < <(compgen -W '--config --socket -h --help --version' -- "$current")
            else
                mapfile -t COMPREPLY < <(compgen -W 'list quicklook links lookup middle-click context-menu none' -- "$current")
            fi
            ;;
        status)
            case $previous in
                --config)
                    compopt -o filenames 2>/dev/null
                    mapfile -t COMPREPLY < <(compgen -f -- "$current")
                    return
                    ;;
                --socket)
                    compopt -o filenames 2>/dev/null
                    mapfile -t COMPREPLY < <(compgen -f -- "$current")
                    return
                    ;;
            esac
            mapfile -t COMPREPLY < <(compgen -W '--config --socket -h --help --version' -- "$current")
            ;;
        help)
            if [[ $current == -* ]]; then
                mapfile -t COMPREPLY < <(compgen -W '-h --help --version' -- "$current")
            else
                mapfile -t COMPREPLY < <(compgen -W 'run check preset status' -- "$current")
            fi
            ;;
    esac
}
complete -F _peekpop-actions peekpop-actions
