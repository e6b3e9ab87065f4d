"""Packages made of other packages: another version of one, to upgrade from or to."""

from bare import field, run


def versioned(deb, version, folder, edit=lambda root: None):
    """The same package with another version number, and with what `edit` does to its files."""
    root = folder / f"{deb.stem}-{version}"
    run("dpkg-deb", "--raw-extract", deb, root)
    control = root / "DEBIAN/control"
    now = field(deb, "Version")
    # What its siblings have to be of the same version for.
    control.write_text(control.read_text().replace(f"Version: {now}\n", f"Version: {version}\n")
                       .replace(f"(= {now})", f"(= {version})"))
    edit(root)
    new = folder / deb.name.replace(f"_{now}_", f"_{version}_")
    run("dpkg-deb", "--root-owner-group", "-Znone", "--build", root, new)
    return new
