"""Build of the compiled core; everything declarative is in pyproject.toml.

The top-level folders cext/, bots/, server/ and cli/ are installed as eminence.cext, eminence.bots and so on.
Cython, mypy and editors cannot follow such a mapping, so build/tree/eminence/ mirrors it with symbolic links.
"""

import os
from pathlib import Path

from Cython.Build import cythonize
from Cython.Compiler import PyrexTypes
from setuptools import Extension, find_packages, setup
from setuptools.command.build_ext import build_ext

ROOT = Path(__file__).parent
PARTS = {f"eminence.{folder}": folder for folder in ("cext", "bots", "server", "cli")}
FILES = {  # no Python: the page for browsers and the rules for people
    "eminence.web": "web",
    "eminence.web.games": "web/games",
    "eminence.docs.rules": "docs/rules",
}
DEBUG = os.environ.get("EMINENCE_DEBUG") == "1"
# an editable install, before `make build` compiles the core
CORE_LATER = os.environ.get("EMINENCE_CORE_LATER") == "1"


def _same_array(one: PyrexTypes.CArrayType, other: PyrexTypes.BaseType) -> bool:
    """Cython 3.3 does not compare the inner sizes of arrays of arrays, and so fills temporaries that are too small."""
    if other.is_array:
        return one.size == other.size and one.base_type.same_as(other.base_type)
    return other is PyrexTypes.error_type


PyrexTypes.CArrayType.same_as_resolved_type = _same_array


def link_tree() -> Path:
    """Makes build/tree, in which every part stands where its import name says."""
    tree = ROOT / "build" / "tree"
    package = tree / "eminence"
    package.mkdir(parents=True, exist_ok=True)
    targets = {name.split(".")[1]: ROOT / folder for name, folder in PARTS.items()}
    targets |= {
        path.name: path for path in (ROOT / "src" / "eminence").iterdir() if path.name != "__pycache__"
    }
    for name, target in targets.items():
        link = package / name
        if link.is_symlink() and link.resolve() != target.resolve():
            link.unlink()
        if not link.is_symlink():
            link.symlink_to(os.path.relpath(target, package))
    return tree


def packages() -> list[str]:
    found = ["eminence", "eminence.v1", *FILES]
    for name, folder in PARTS.items():
        found.append(name)
        found += [f"{name}.{sub}" for sub in find_packages(str(ROOT / folder))]
    return found


def extensions() -> list[Extension]:
    sources = sorted(path.relative_to(ROOT) for path in (ROOT / "cext").rglob("*.pyx"))
    if not sources:
        raise SystemExit("no .pyx files found: this source tree is incomplete")
    flags = ["-O1", "-g"] if DEBUG else ["-O3", "-ffp-contract=off", "-fno-math-errno"]
    flags += ["-Wno-unused-function", "-Wno-unreachable-code", "-Wno-cpp"]
    return [
        Extension("eminence." + ".".join(path.with_suffix("").parts), [str(path)], extra_compile_args=flags)
        for path in sources
    ]


class BuildCore(build_ext):
    """Translates the core when it is compiled, and not for a source archive or a question about the package."""

    def run(self) -> None:
        translated = cythonize(
            [Extension(one.name, one.sources) for one in self.extensions],
            include_path=[str(tree)],
            build_dir="build/cython",
            nthreads=0,  # in this process, where the correction above holds
            compiler_directives={
                "language_level": "3",
                "boundscheck": DEBUG,
                "wraparound": False,
                "initializedcheck": False,
                "cdivision": True,
                "embedsignature": True,
            },
        )
        sources = {one.name: one.sources for one in translated}
        for extension in self.extensions:
            extension.sources = sources[extension.name]
        super().run()


tree = link_tree()
setup(
    packages=packages(),
    package_dir={"": "src", **PARTS, **FILES},
    package_data={
        "": [f"*.{kind}" for kind in ("pxd", "pxi", "pyi", "json", "css", "html", "js", "svg", "md")]
        + ["py.typed"]
    },
    ext_modules=[] if CORE_LATER else extensions(),
    cmdclass={"build_ext": BuildCore},
)
