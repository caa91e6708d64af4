#!/usr/bin/env python3
"""Links and paths in the texts of unpacked packages that name a file outside the package. `pointers.py FOLDER…`; the exit status is 1 if there is one."""
import re
import sys
from pathlib import Path

COMMENT = re.compile(r"^\s*(?://[/!]?|#)\s?(.*)")
LINK = re.compile(r"\]\(([^)\s]+)\)|^\s*\[[^\]]+\]: (\S+)")
# Folders and pages of the repository.
PATH = re.compile(r"(?<![\w/.-])(?:(?:docs|harness|variants|adapters|reports|benches|fuzz|campaigns|\.ci)/[\w./-]*\w|CONTRIBUTING\.md)|\.\./\.\.")

found = 0
for package in map(Path, sys.argv[1:]):
    for file in sorted(package.rglob("*")):
        if file.suffix not in (".md", ".rs", ".toml") or not file.is_file() or file.name == "Cargo.toml.orig":
            continue
        for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
            comment = COMMENT.match(line)
            if file.suffix != ".md" and not comment:
                continue
            text = comment.group(1) if comment and file.suffix != ".md" else line
            for link in (first or second for first, second in LINK.findall(text)):
                target = link.split("#")[0]
                # An address, an item of Rust, or a file of the package.
                if not target or "://" in target or re.fullmatch(r"[\w:]*::[\w:!()]+|[\w@]+[!()]*", target) and file.suffix == ".rs":
                    continue
                if not (file.parent / target).resolve().is_relative_to(package.resolve()) or not (file.parent / target).exists():
                    print(f"{file}:{number}: the link {link} leaves the package")
                    found += 1
            for path in PATH.findall(text):
                if not (package / path).exists():
                    print(f"{file}:{number}: {path} is not in the package")
                    found += 1
print(f"{found} pointers out of {len(sys.argv) - 1} packages")
sys.exit(found > 0)
