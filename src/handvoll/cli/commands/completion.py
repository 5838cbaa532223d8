"""`handvoll completion SHELL`."""

from __future__ import annotations

from argparse import Namespace

from handvoll.cli.parser import Parser
from handvoll.cli.terminal import Terminal
from handvoll.core.messages import Say, _

HELP = _("write the shell's completion of handvoll")

SCRIPTS = {
    "bash": """\
_handvoll() {
    local IFS=$'\\n'
    COMPREPLY=($(compgen -W "$(handvoll complete -- "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)" \\
        -- "${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -o bashdefault -F _handvoll handvoll
""",
    "zsh": """\
#compdef handvoll
_handvoll() {
    local -a found
    found=("${(@f)$(handvoll complete -- "${(@)words[2,CURRENT]}" 2>/dev/null)}")
    if [[ -n "${found[*]}" ]]; then compadd -- "${found[@]}"; else _files; fi
}
if [[ "${funcstack[1]}" = _handvoll ]]; then _handvoll "$@"; else compdef _handvoll handvoll; fi
""",
    "fish": """\
complete -c handvoll -f -n 'test -n "(handvoll complete -- (commandline -opc)[2..] (commandline -ct) \\
2>/dev/null)"' -a '(handvoll complete -- (commandline -opc)[2..] (commandline -ct) 2>/dev/null)'
""",
}


def arguments(parser: Parser, say: Say) -> None:
    """The shell."""
    parser.add_argument(
        "shell",
        choices=sorted(SCRIPTS),
        help=say(_('which shell; for bash, put into ~/.bashrc: eval "$(handvoll completion bash)"')),
    )


def run(args: Namespace, terminal: Terminal) -> int:
    """Write the script."""
    terminal.target.write(SCRIPTS[args.shell])
    return 0
