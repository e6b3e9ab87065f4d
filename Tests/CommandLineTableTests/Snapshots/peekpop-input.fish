# fish completion for peekpop-input
complete -c peekpop-input -f
complete -c peekpop-input -l socket -x -a '(__fish_complete_path (commandline -ct))' -d 'The socket to listen on'
complete -c peekpop-input -l help -s h -d 'Show help and exit'
complete -c peekpop-input -l version -d 'Show the version and exit'
