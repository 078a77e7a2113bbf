"""python3 -m kbuild"""
from kbuild import main

main()
