"""The command line. A command is one file in `commands/`, named as it is called, with

    HELP: Message                           one sentence; "" for a command that is not shown
    arguments(parser, say) -> None          adds its arguments
    run(args, terminal) -> int              does it; the result is the exit code

and imports what is heavy only in `run`, so that `handvoll --help` starts at once. Exit codes: 0 done,
1 refused (bad input, a damaged record), 2 wrong usage, 130 interrupted with Ctrl-C.
"""
