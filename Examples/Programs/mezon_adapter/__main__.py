"""Runs a bot that is written for Mezon's Python SDK: python3 mezon_adapter bot.py [ARGUMENT…]"""
import os
import runpy
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
import mezon_adapter

if len(sys.argv) < 2:
    sys.exit(__doc__)
mezon_adapter.install()
del sys.argv[0]
sys.path[1] = os.path.dirname(os.path.abspath(sys.argv[0]))
runpy.run_path(sys.argv[0], run_name="__main__")
