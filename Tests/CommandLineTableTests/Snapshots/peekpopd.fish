# fish completion for peekpopd
complete -c peekpopd -f
complete -c peekpopd -l source -x -a 'evdev libinput demo libinput: recording: (set -l p (string match -r -- "^(?:libinput:|recording:)" (commandline -ct)); and __fish_complete_path (string replace -- $p "" (commandline -ct)) | string replace -r -- ^ $p)' -d 'Where the pads come from'
complete -c peekpopd -l speed -x -a max -d 'How fast a recording is played: a factor, or max for as fast as it goes'
complete -c peekpopd -l socket -x -a '(__fish_complete_path (commandline -ct))' -d 'The socket to listen on'
complete -c peekpopd -l config -x -a '(__fish_complete_path (commandline -ct))' -d 'The configuration to read, together with the files *.conf in the folder of the same name with .d added'
complete -c peekpopd -l check-config -d 'Read the configuration, say what is wrong with it, and exit'
complete -c peekpopd -l help -s h -d 'Show help and exit'
complete -c peekpopd -l version -d 'Show the version and exit'
