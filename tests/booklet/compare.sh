#!/usr/bin/env bash
# Compares readers of PDF files on the booklet in two columns: how many of its blocks each of them reads in one piece, in order.
# Usage: compare.sh NAME=COMMAND … where each command prints the text of the file that is added to it.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
for reader in "$@"; do
  $(echo "${reader#*=}") "$here/two-columns.pdf" 2>/dev/null | python3 -c '
import re, sys
letters = lambda text: re.sub(r"[\W_]+", "", text).lower()
read = letters(sys.stdin.read())
blocks = [re.sub(r" \{.*\}|\*\*|^[#-] ", "", " ".join(part.split())) for part in re.split(r"\n\s*\n|\n(?=\s*- )", open(sys.argv[2]).read()) if part.strip() and "|" not in part]
found, at = 0, 0
for block in map(letters, blocks):
    here = read.find(block, at)
    if here >= 0:
        found, at = found + 1, here + len(block)
print(f"{sys.argv[1]}: {found} of {len(blocks)} blocks whole and in order")
' "${reader%%=*}" "$here/booklet.md"
done
