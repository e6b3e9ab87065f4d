# bash completion for peekpopctl

_peekpopctl() {
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
            --socket) skip=1 ;;
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
                --socket)
                    compopt -o filenames 2>/dev/null
                    mapfile -t COMPREPLY < <(compgen -f -- "$current")
                    return
                    ;;
            esac
            mapfile -t COMPREPLY < <(compgen -W 'devices doctor listen monitor replay plot calibrate record status feedback config help --socket -h --help --version' -- "$current")
            ;;
        devices)
            case $previous in
                --socket)
                    compopt -o filenames 2>/dev/null
                    mapfile -t COMPREPLY < <(compgen -f -- "$current")
                    return
                    ;;
            esac
            mapfile -t COMPREPLY < <(compgen -W '--json --socket -h --help --version' -- "$current")
            ;;
        doctor)
            case $previous in
                --socket)
                    compopt -o filenames 2>/dev/null
                    mapfile -t COMPREPLY < <(compgen -f -- "$current")
                    return
                    ;;
            esac
            mapfile -t COMPREPLY < <(compgen -W '--json --fix-libinput -y --yes --socket -h --help --version' -- "$current")
            ;;
        listen)
            case $previous in
                -d | --device)
                    mapfile -t COMPREPLY < <(compgen -W "$(peekpopctl complete devices 2>/dev/null | cut -f 1)" -- "$current")
                    return
                    ;;
                -p | --phase)
                    mapfile -t COMPREPLY < <(compgen -W 'began changed peeked popped ended cancelled' -- "$current")
                    return
                    ;;
                -n | --count)
                    return
                    ;;
                -t | --timeout)
                    return
                    ;;
                --rate)
                    return
                    ;;
                --socket)
                    compopt -o filenames 2>/dev/null
                    mapfile -t COMPREPLY < <(compgen -f -- "$current")
                    return
                    ;;
            esac
            mapfile -t COMPREPLY < <(compgen -W '-d --device -p --phase --json -n --count -t --timeout --rate --reconnect --socket -h --help --version' -- "$current")
            ;;
        monitor)
            case $previous in
                -d | --device)
                    mapfile -t COMPREPLY < <(compgen -W "$(peekpopctl complete devices 2>/dev/null | cut -f 1)" -- "$current")
                    return
                    ;;
                --duration)
                    return
                    ;;
                --socket)
                    compopt -o filenames 2>/dev/null
                    mapfile -t COMPREPLY < <(compgen -f -- "$current")
                    return
                    ;;
            esac
            mapfile -t COMPREPLY < <(compgen -W '-d --device --plain --duration --ascii --socket -h --help --version' -- "$current")
            ;;
        replay)
            case $previous in
                --sensitivity)
                    mapfile -t COMPREPLY < <(compgen -W 'light medium firm' -- "$current")
                    return
                    ;;
                --calibration)
                    compopt -o filenames 2>/dev/null
                    mapfile -t COMPREPLY < <(compgen -f -- "$current")
                    return
                    ;;
                -d | --device)
                    return
                    ;;
            esac
            if [[ $current == -* ]]; then
                mapfile -t COMPREPLY < <(compgen -W '--json --sensitivity --calibration -d --device -h --help --version' -- "$current")
            else
                compopt -o filenames 2>/dev/null
                mapfile -t COMPREPLY < <(compgen -f -- "$current")
            fi
            ;;
        plot)
            case $previous in
                -o | --output)
                    compopt -o filenames 2>/dev/null
                    mapfile -t COMPREPLY < <(compgen -f -- "$current")
                    return
                    ;;
                -d | --device)
                    return
                    ;;
                --from)
                    return
                    ;;
                --to)
                    return
                    ;;
                --sensitivity)
                    mapfile -t COMPREPLY < <(compgen -W 'light medium firm' -- "$current")
                    return
                    ;;
                --calibration)
                    compopt -o filenames 2>/dev/null
                    mapfile -t COMPREPLY < <(compgen -f -- "$current")
                    return
                    ;;
                --theme)
                    mapfile -t COMPREPLY < <(compgen -W 'auto light dark' -- "$current")
                    return
                    ;;
                --width)
                    return
                    ;;
            esac
            if [[ $current == -* ]]; then
                mapfile -t COMPREPLY < <(compgen -W '-o --output -d --device --from --to --sensitivity --calibration --theme --width --no-folds -h --help --version' -- "$current")
            else
                compopt -o filenames 2>/dev/null
                mapfile -t COMPREPLY < <(compgen -f -- "$current")
            fi
            ;;
        calibrate)
            case $previous in
                -d | --device)
                    mapfile -t COMPREPLY < <(compgen -W "$(peekpopctl complete devices 2>/dev/null | cut -f 1)" -- "$current")
                    return
                    ;;
                --from)
                    compopt -o filenames 2>/dev/null
                    mapfile -t COMPREPLY < <(compgen -f -- "$current")
                    return
                    ;;
                --report)
                    compopt -o filenames 2>/dev/null
                    mapfile -t COMPREPLY < <(compgen -f -- "$current")
                    return
                    ;;
                --export)
                    compopt -o filenames 2>/dev/null
                    mapfile -t COMPREPLY < <(compgen -f -- "$current")
                    return
                    ;;
                --import)
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
            mapfile -t COMPREPLY < <(compgen -W '-d --device --from --dry-run --report --show --json --reset -y --yes --export --import --ascii --socket -h --help --version' -- "$current")
            ;;
        record)
            case $previous in
                -d | --device)
                    mapfile -t COMPREPLY < <(compgen -W "$(peekpopctl complete devices 2>/dev/null | cut -f 1)" -- "$current")
                    return
                    ;;
                -o | --output)
                    compopt -o filenames 2>/dev/null
                    mapfile -t COMPREPLY < <(compgen -f -- "$current")
                    return
                    ;;
                --duration)
                    return
                    ;;
            esac
            mapfile -t COMPREPLY < <(compgen -W '-d --device -o --output --duration -h --help --version' -- "$current")
            ;;
        status)
            case $previous in
                --socket)
                    compopt -o filenames 2>/dev/null
                    mapfile -t COMPREPLY < <(compgen -f -- "$current")
                    return
                    ;;
            esac
            mapfile -t COMPREPLY < <(compgen -W '--json --socket -h --help --version' -- "$current")
            ;;
        feedback)
            case $previous in
                --socket)
                    compopt -o filenames 2>/dev/null
                    mapfile -t COMPREPLY < <(compgen -f -- "$current")
                    return
                    ;;
            esac
            if [[ $current == -* ]]; then
                mapfile -t COMPREPLY < <(compgen -W '--socket -h --help --version' -- "$current")
            else
                mapfile -t COMPREPLY < <(compgen -W "$(peekpopctl complete devices 2>/dev/null | cut -f 1)" -- "$current")
            fi
            ;;
        config)
            case $previous in
                --config)
                    compopt -o filenames 2>/dev/null
                    mapfile -t COMPREPLY < <(compgen -f -- "$current")
                    return
                    ;;
            esac
            if [[ $current == -* ]]; then
                mapfile -t COMPREPLY < <(compgen -W '--config -h --help --version' -- "$current")
            else
                mapfile -t COMPREPLY < <(compgen -W 'show check' -- "$current")
            fi
            ;;
        help)
            if [[ $current == -* ]]; then
                mapfile -t COMPREPLY < <(compgen -W '-h --help --version' -- "$current")
            else
                mapfile -t COMPREPLY < <(compgen -W 'devices doctor listen monitor replay plot calibrate record status feedback config' -- "$current")
            fi
            ;;
    esac
}
complete -F _peekpopctl peekpopctl
