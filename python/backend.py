"""The build of the wheel: the program `gjk`, compiled by cargo, beside the module, which maturin compiles.

pip calls these functions for `pip install ./python`. The program is built from the same tree in the same call, so it and the
module are always of one commit.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import maturin

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
# The folder that maturin copies into the wheel; pip puts its scripts on the path.
SCRIPTS = HERE / "gjk.data" / "scripts"
# The oldest glibc that the wheel runs with, such as 2.17; by default, the one of this machine. Needs ziglang and cargo-zigbuild.
GLIBC = os.environ.get("GJK_GLIBC")


def _is_in_clone() -> bool:
    return (ROOT / "harness" / "cli" / "Cargo.toml").is_file()


def _build_program() -> None:
    """Compiles the program and copies it to the scripts of the wheel."""
    if not _is_in_clone():
        sys.exit("the wheel is built in a clone of the project: this folder needs the workspace that it is in")
    if shutil.which("cargo") is None:
        sys.exit("the wheel is built with Rust, and there is no cargo: https://rustup.rs installs it")
    # One folder for both builds: what the program and the module share is compiled once.
    os.environ.setdefault("CARGO_TARGET_DIR", str(ROOT / "target"))
    target = os.environ.get("CARGO_BUILD_TARGET")
    command = ["cargo", "build", "--release", "--locked", "--package", "gjk", "--bin", "gjk"]
    if GLIBC:
        target = "x86_64-unknown-linux-gnu"
        command[1:2] = ["zigbuild", "--target", f"{target}.{GLIBC}"]
    print("building the program and the module: some ten minutes of processor time if nothing is compiled yet", flush=True)
    built = subprocess.run(command, cwd=ROOT)
    if built.returncode != 0:
        sys.exit(built.returncode)
    name = "gjk.exe" if os.name == "nt" else "gjk"
    made = Path(os.environ["CARGO_TARGET_DIR"], *([target] if target else []), "release", name)
    shutil.rmtree(SCRIPTS.parent, ignore_errors=True)
    SCRIPTS.mkdir(parents=True)
    shutil.copy2(made, SCRIPTS / name)


def get_requires_for_build_wheel(config_settings: Any = None) -> list[str]:
    """Packages that a build needs beside those of pyproject.toml."""
    return []


def prepare_metadata_for_build_wheel(metadata_directory: str, config_settings: Any = None) -> str:
    """The metadata of the wheel, without a build of the program."""
    SCRIPTS.mkdir(parents=True, exist_ok=True)
    return str(maturin.prepare_metadata_for_build_wheel(metadata_directory, config_settings))


def build_wheel(wheel_directory: str, config_settings: Any = None, metadata_directory: str | None = None) -> str:
    """The wheel, with the program."""
    _build_program()
    if GLIBC:
        os.environ["MATURIN_PEP517_ARGS"] = f"--zig --compatibility manylinux_{GLIBC.replace('.', '_')}"
    return str(maturin.build_wheel(wheel_directory, config_settings, metadata_directory))


def build_sdist(sdist_directory: str, config_settings: Any = None) -> str:
    """No source distribution: the sources are those of the whole workspace."""
    sys.exit("there is no source distribution of this package: build a wheel in a clone of the project")
