"""Build the wheel, compare it with the tree, install it in a fresh environment and run it."""

import subprocess
import sys
import tempfile
import tomllib
import venv
import zipfile
from pathlib import Path

ROOT = Path(__file__).parent.parent
RUNS = (["rulesplay", "--help"], ["python", "-c", "import rulesplay.engine, rulesplay.cli.main"])


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        wheel = build(Path(folder))
        compare(tree_names(), wheel_names(wheel))
        install_and_run(wheel, Path(folder))


def build(folder: Path) -> Path:
    """Build the wheel from the source distribution, so that both are known to be whole."""
    command = [sys.executable, "-m", "build", "--outdir", str(folder), str(ROOT)]
    built = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if built.returncode:
        sys.exit(built.stdout)
    return next(folder.glob("*.whl"))


def tree_names() -> set[str]:
    config = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    folders: dict[str, str] = config["tool"]["setuptools"]["package-dir"]
    return {
        f"{package.replace('.', '/')}/{path.relative_to(ROOT / folder).as_posix()}"
        for package, folder in folders.items()
        for path in (ROOT / folder).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }


def wheel_names(wheel: Path) -> set[str]:
    with zipfile.ZipFile(wheel) as archive:
        return {name for name in archive.namelist() if ".dist-info/" not in name}


def compare(tree: set[str], wheel: set[str]) -> None:
    lines = [f"in the tree, not in the wheel: {name}" for name in sorted(tree - wheel)]
    lines += [f"in the wheel, not in the tree: {name}" for name in sorted(wheel - tree)]
    if lines:
        sys.exit("\n".join(lines))


def install_and_run(wheel: Path, folder: Path) -> None:
    venv.create(folder / "venv", with_pip=True)
    bin_folder = folder / "venv" / "bin"
    run([str(bin_folder / "pip"), "install", "--quiet", str(wheel)], folder)
    for name, *arguments in RUNS:
        run([str(bin_folder / name), *arguments], folder)


def run(command: list[str], folder: Path) -> None:
    """Run a command outside the checkout; what it says is shown only when it fails."""
    done = subprocess.run(command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if done.returncode:
        sys.exit(f"{' '.join(command)}\n{done.stdout}")


if __name__ == "__main__":
    main()
