"""Builds the wheel for pip (PEP 517): CMake compiles, this packs. Needs nothing but Python itself."""

import base64
import hashlib
import os
import pathlib
import re
import subprocess
import sys
import sysconfig
import zipfile

ROOT = pathlib.Path(__file__).resolve().parents[1]
DEBIAN_PYTHON = pathlib.Path("/usr/bin/python3").resolve()
# The least time that a zip file can hold, so that the same content gives the same bytes.
TIME = (1980, 1, 1, 0, 0, 0)


def version():
    text = (ROOT / "CMakeLists.txt").read_text(encoding="utf-8")
    return re.search(r"project\(Tabuleiro VERSION ([0-9.]+)", text).group(1)


def interpreter():
    """The program behind a virtual environment: its headers are the ones to compile with."""
    return pathlib.Path(getattr(sys, "_base_executable", sys.executable)).resolve()


def compile_module(config_settings):
    """The folder with what is compiled. More -D settings of CMake come as pip's -C NAME=VALUE."""
    name = "python" if interpreter() == DEBIAN_PYTHON else "python-" + sys.implementation.cache_tag
    folder = ROOT / "build" / name
    settings = [f"-DPython_EXECUTABLE={interpreter()}"]
    settings += [f"-D{key}={value}" for key, value in (config_settings or {}).items()]
    configure = ["cmake", "--preset", "python", "-B", str(folder), *settings]
    subprocess.run(configure, cwd=ROOT, check=True, stdout=sys.stderr)
    build = ["cmake", "--build", str(folder), "--target", "tabuleiro_python"]
    subprocess.run(build, cwd=ROOT, check=True, stdout=sys.stderr)
    return folder / "python" / "tabuleiro"


def tag():
    python = f"cp{sys.version_info.major}{sys.version_info.minor}"
    platform = sysconfig.get_platform().replace("-", "_").replace(".", "_")
    return f"{python}-{python}-{platform}"


def metadata():
    readme = (ROOT / "python" / "README.md").read_text(encoding="utf-8")
    return (
        f"Metadata-Version: 2.1\nName: tabuleiro\nVersion: {version()}\n"
        "Summary: Four abstract board games: exact rules, fast environments, engine, analysis and proofs\n"
        "License: MIT\nRequires-Python: >=3.9\nRequires-Dist: numpy\n"
        f"Description-Content-Type: text/markdown\n\n{readme}"
    )


def wheel_info():
    return f"Wheel-Version: 1.0\nGenerator: tabuleiro\nRoot-Is-Purelib: false\nTag: {tag()}\n"


def prepare_metadata_for_build_wheel(metadata_directory, config_settings=None):
    info = pathlib.Path(metadata_directory) / f"tabuleiro-{version()}.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(metadata(), encoding="utf-8")
    (info / "WHEEL").write_text(wheel_info(), encoding="utf-8")
    return info.name


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    compiled = compile_module(config_settings)
    info = f"tabuleiro-{version()}.dist-info"
    suffix = sysconfig.get_config_var("EXT_SUFFIX")
    names = ["__init__.py", "__init__.pyi", "py.typed", f"_core{suffix}"]
    files = {f"tabuleiro/{name}": (compiled / name).read_bytes() for name in names}
    files[f"{info}/METADATA"] = metadata().encode()
    files[f"{info}/WHEEL"] = wheel_info().encode()
    files[f"{info}/LICENSE"] = (ROOT / "LICENSE").read_bytes()
    wheel = f"tabuleiro-{version()}-{tag()}.whl"
    record = ""
    with zipfile.ZipFile(os.path.join(wheel_directory, wheel), "w", zipfile.ZIP_DEFLATED) as packed:
        for name, content in files.items():
            digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=")
            record += f"{name},sha256={digest.decode()},{len(content)}\n"
            add(packed, name, content)
        add(packed, f"{info}/RECORD", f"{record}{info}/RECORD,,\n".encode())
    return wheel


def add(packed, name, content):
    entry = zipfile.ZipInfo(name, TIME)
    entry.external_attr = (0o755 if name.endswith(".so") else 0o644) << 16
    entry.compress_type = zipfile.ZIP_DEFLATED
    packed.writestr(entry, content)


def build_sdist(sdist_directory, config_settings=None):
    raise RuntimeError("the source is the repository: pip install . inside it")
