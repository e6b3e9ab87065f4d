"""The documentation as it is read: in the sources, where `make install` puts it, and in the package."""

import os
import re
import subprocess

import pytest

import bare
import documents

# Of other packages, and of nobody's: what the pages tell people to run besides.
OTHERS = {"apt", "dpkg-buildpackage", "jq", "make", "python3", "sha256sum", "socat", "stdbuf", "swift", "systemctl", "systemd-hwdb",
          "tr", "udevadm", "usermod", "varlinkctl", "env/bin/pip"}
PAGES = ["README.md", "CHANGELOG.md", "python/README.md", "docs/*.md"]


def pages(root):
    return [page for pattern in PAGES for page in sorted(root.glob(pattern))]


class Installed:
    """A tree with programs and documentation."""

    def __init__(self, root, prefix):
        self.root, self.prefix = root, prefix
        self.documentation = root / prefix.lstrip("/") / "share/doc/peekpop"
        self.configuration = root / "etc/peekpop/peekpopd.conf"
        self.manual = root / prefix.lstrip("/") / "share/man"

    def has(self, word):
        """A word of a shell stands for one of our programs."""
        if "/" in word:
            return (self.root / word.lstrip("/")).exists()
        return (self.root / self.prefix.lstrip("/") / "bin" / word).exists()


@pytest.fixture(scope="module")
def packaged(debs, tmp_path_factory):
    root = tmp_path_factory.mktemp("packaged")
    for deb in debs:
        bare.run("dpkg-deb", "--extract", deb, root)
    return Installed(root, "/usr")


@pytest.fixture(scope="module", params=["/usr/local", "/opt/our own apps"])
def installed(request, tmp_path_factory):
    root = tmp_path_factory.mktemp("installed")
    environment = {name: value for name, value in os.environ.items() if not name.startswith("MAKE")}
    bare.run("make", "-s", "install", f"DESTDIR={root}", f"PREFIX={request.param}", cwd=bare.ROOT, env=environment)
    return Installed(root, request.param)


def read_manual(page):
    """Its words, without the way they are set."""
    said = subprocess.run(["mandoc", "-T", "utf8", "-O", "width=500", str(page)], capture_output=True, text=True, check=True).stdout
    return re.sub(".\b", "", said)


def leads_nowhere(tree):
    """Commands of ours that nobody can type."""
    found = []
    for page in pages(tree.documentation):
        text = page.read_text()
        for script in documents.typed(text):
            for word in documents.commands(script):
                if not (tree.has(word) if "peekpop" in word else word in OTHERS or re.search(r"[*$]", word)):
                    found.append(f"{page.name}: {word}")
        for command in documents.quoted(text):
            found += [f"{page.name}: {command}" for word in documents.commands(command)[:1] if not tree.has(word)]
    for command in documents.quoted(tree.configuration.read_text()):
        found += [f"peekpopd.conf: {command}" for word in documents.commands(command)[:1] if not tree.has(word)]
    for page in [*tree.manual.rglob("*.[1-8]"), *tree.manual.rglob("*.[1-8].gz")]:
        # Examples are indented and alone in their lines; options say nothing of where a program is.
        examples = read_manual(page).partition("\nEXAMPLES\n")[2].partition("\nEXIT")[0]
        for line in re.findall(r"^ +(\S*peekpop[\w-]* .*)$", examples, re.MULTILINE):
            found += [f"{page.name}: {line}" for word in documents.commands(line)[:1] if not tree.has(word)]
    return found


def test_every_link_of_the_sources_leads_somewhere():
    found = pages(bare.ROOT)
    assert len(found) > 15 and sum(len(documents.links(page.read_text())) for page in found) > 100
    assert not documents.dead_links(found)


def test_every_link_of_what_is_installed_leads_somewhere(installed):
    found = pages(installed.documentation)
    assert len(found) > 15 and sum(len(documents.links(page.read_text())) for page in found) > 80
    assert not documents.dead_links(found)


def test_every_link_of_the_package_leads_somewhere(packaged):
    """Nothing is compressed that others lead to, and the licence is where a package has it."""
    found = pages(packaged.documentation)
    assert len(found) > 15 and "copyright" in documents.links((packaged.documentation / "README.md").read_text())
    assert not documents.dead_links(found)
    assert not [path for path in packaged.documentation.rglob("*.gz") if path.name != "changelog.gz"]


def test_what_is_told_to_be_typed_can_be_typed(installed):
    assert not leads_nowhere(installed)


def test_what_the_package_tells_to_type_can_be_typed(packaged):
    assert not leads_nowhere(packaged)


def test_pages_name_files_that_are_there(packaged):
    """Settings and manual pages of ours are named by their installed names alone."""
    named = set(re.findall(r"\b(peekpop[\w.-]*)\((\d)\)", packaged.configuration.read_text()))
    assert ("peekpopd.conf", "5") in named
    for page in pages(packaged.documentation):
        named |= set(re.findall(r"\b(peekpop[\w.-]*)\((\d)\)", page.read_text()))
    for name, section in named:
        assert (packaged.manual / f"man{section}/{name}.{section}.gz").exists(), name
    assert not re.search(r"\bdocs/", packaged.configuration.read_text())


@pytest.mark.parametrize("text, dead", [
    ("[a](b.md)", 0), ("[a](b.md#the-end)", 0), ("[a](b.md#nowhere)", 1), ("![a](no.png)", 1), ("[![a](no.png)](b.md)", 1), ("[a](#here)", 1),
    ("# Here\n[a](#here)", 0), ("[a](c.md)", 1), ("[a](https://example.org/)", 0), ("```sh\n[a](c.md)\n```\n", 0),
])
def test_dead_links_are_seen(tmp_path, text, dead):
    (tmp_path / "b.md").write_text("## The `end`\n")
    (tmp_path / "a.md").write_text(text)
    assert len(documents.dead_links([tmp_path / "a.md"])) == dead


@pytest.mark.parametrize("script, words", [
    ("sudo a b; c && d | e", "a c d e"), ("X=1 a 'b; c' > d", "a"), ("a \\\n  b\nc # d", "a c"), ("x=$(a b) c", "a c"),
    ("until a b; do c; done", "a c"), ("a | while read -r x; do b; done", "a b"),
])
def test_commands_are_seen(script, words):
    assert sorted(documents.commands(script)) == sorted(words.split())


def test_builds_ask_for_all_that_setup_would_install():
    """So that a build of the packages installs nothing by itself: Build-Depends names it."""
    setup = (bare.ROOT / "scripts/setup").read_text()
    wanted = set(re.search(r"^    build\) echo ((?:.*\\\n)*.*?) ;;$", setup, re.MULTILINE)[1].replace("\\\n", " ").split())
    depends = (bare.ROOT / "debian/control").read_text().partition("Build-Depends:\n")[2].partition("Standards-Version")[0]
    named = set(re.findall(r"[a-z][\w.+-]*", depends))
    # What build-essential is.
    assert not wanted - named - {"binutils", "g++", "libc6-dev"}
