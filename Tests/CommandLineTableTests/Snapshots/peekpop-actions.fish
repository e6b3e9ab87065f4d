# fish completion for peekpop-actions
complete -c peekpop-actions -f
set -l commands run check preset status help
complete -c peekpop-actions -l config -x -a '(__fish_complete_path (commandline -ct))' -d 'The rules to read'
complete -c peekpop-actions -l socket -x -a '(__fish_complete_path (commandline -ct))' -d 'The socket of peekpopd'
complete -c peekpop-actions -l help -s h -d 'Show help and exit'
complete -c peekpop-actions -l version -d 'Show the version and exit'
complete -c peekpop-actions -n "not __fish_seen_subcommand_from $commands" -a run -d 'listen to presses and do what the rules say'
complete -c peekpop-actions -n "not __fish_seen_subcommand_from $commands" -a check -d 'say what is wrong with the rules, with file and line'
complete -c peekpop-actions -n "not __fish_seen_subcommand_from $commands" -a preset -d 'put ready rules into the file, or show which there are'
complete -c peekpop-actions -n "not __fish_seen_subcommand_from $commands" -a status -d 'tell whether the service runs and what it needs is there'
complete -c peekpop-actions -n "not __fish_seen_subcommand_from $commands" -a help -d 'show this help, or that of a command'
complete -c peekpop-actions -n "__fish_seen_subcommand_from run" -l dry-run -s n -d 'Do nothing; show a line for each action that would be done, with its values'
complete -c peekpop-actions -n "__fish_seen_subcommand_from preset" -a 'list quicklook links lookup middle-click context-menu none'
complete -c peekpop-actions -n "__fish_seen_subcommand_from help" -a 'run check preset status'
