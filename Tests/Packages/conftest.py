import pathlib
import sys

import pytest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))

import bare  # noqa: E402


@pytest.fixture(scope="session")
def debs():
    """What `make deb` has made."""
    found = sorted((bare.ROOT / ".build/deb").glob("*.deb"))
    built = bare.ROOT / ".build/dist/built"
    assert found and built.stat().st_mtime <= found[0].stat().st_mtime, "no packages of these programs: run make deb"
    return found


@pytest.fixture
def system(request, debs):
    """A bare system of the release the test asks for, or of this one."""
    if not bare.can_enter():
        pytest.skip("neither root nor user namespaces")
    release = getattr(request, "param", None) or bare.this_release()
    with bare.Bare(bare.base(release, debs)) as system:
        yield system
