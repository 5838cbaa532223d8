"""A live table: an append-only log of events, its fold, and the decisions that append to it. Pure: no input
or output, no clock, no randomness but what is passed in."""
