"""The rules written a second time, from the rulings alone, by someone who had not read the first.

Everything here is slow and obvious on purpose: dicts, lists and sets, whole boards searched anew at every
step, each step beside the number of its ruling. It imports nothing of the product; `test_referee.py` plays
both against each other through the engine protocol.
"""
