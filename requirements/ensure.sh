# shellcheck shell=sh
# Makes a virtual environment that holds exactly what the given pin files name.
# Sourced by ./run, ./test, bench/run and tests/mutation/run, after they have set $root, the checkout.
#
#   ensure VENV PINS...
#
# VENV/stamp, written last, names the interpreter behind the environment and each pin file with its
# checksum and full path. When it still says what is true, nothing is done. When it says a part of
# it (./run came before ./test), the rest is added. Anything else (no stamp because an earlier
# set-up was cut short, other pins, another interpreter, a checkout that was moved or copied) is
# built anew. All output goes to standard error; what cannot be done exits with 6.

ensure() {
    venv=$1
    shift
    ! up_to_date "$@" || return 0
    find_python
    lock
    if ! up_to_date "$@"; then
        say "setting up ${venv#"$root"/}; this takes a moment, once"
        set_up "$@" >&2
    fi
    exec 9>&-
}

say() { printf '%s\n' "dm-events: $*" >&2; }

stop() {
    say "$*"
    exit 6
}

# What the stamp has to say. The paths that cksum repeats are what shows a moved checkout.
state() {
    readlink -f "$venv/bin/python"
    cksum "$@"
}

up_to_date() {
    have=
    [ -x "$venv/bin/python" ] && [ -r "$venv/stamp" ] || return 1
    have=$(cat "$venv/stamp")
    want=$(state "$@")
    case $have in "$want"*) return 0 ;; esac
    return 1
}

# The real interpreter: not a version manager's stand-in, not the one inside the venv.
find_python() {
    python=$(python3 -I -c 'import sys
print(sys._base_executable if sys.version_info >= (3, 11) else "")' 2>/dev/null) || python=
    [ -n "$python" ] ||
        stop "needs Python 3.11 or newer as python3 on PATH, found $(python3 --version 2>/dev/null || echo none)"
}

# The lock lives as long as this shell and what it started, so none is ever left behind.
lock() {
    (: >>"$venv.lock") 2>/dev/null || stop "cannot write to $root"
    exec 9>>"$venv.lock"
    "$python" -I -c 'import fcntl
try:
    fcntl.flock(0, fcntl.LOCK_EX | fcntl.LOCK_NB)
except BlockingIOError:
    raise SystemExit(1)' <&9 && return
    say "waiting for another set-up of ${venv#"$root"/} to end"
    "$python" -I -c 'import fcntl; fcntl.flock(0, fcntl.LOCK_EX)' <&9 || stop "cannot lock $venv.lock"
}

set_up() {
    if part_of_it_is_there; then
        rm -f "$venv/stamp"
        add_pins "$@" || {
            printf '%s\n' "$have" >"$venv/stamp"
            stop "could not install the pinned packages, see above"
        }
    else
        build_anew "$@"
    fi
    link_checkout
    state "$@" >"$venv/stamp.new"
    mv -f "$venv/stamp.new" "$venv/stamp"
}

part_of_it_is_there() {
    [ -n "$have" ] || return 1
    [ -x "$venv/bin/pip" ] || command -v uv >/dev/null || return 1
    case $want in "$have"*) return 0 ;; esac
    return 1
}

build_anew() {
    if command -v uv >/dev/null; then
        rm -rf "$venv"
        uv venv --quiet --no-project --python "$python" "$venv" && add_pins "$@" && return
        say "uv could not do it, trying pip"
    fi
    rm -rf "$venv"
    have_venv_module
    "$python" -I -m venv "$venv" || stop "could not make $venv, see above"
    add_pins "$@" || stop "could not install the pinned packages, see above"
}

# One file after the other, so that a package built from source finds its pinned build tools.
add_pins() {
    for pins; do
        if [ -x "$venv/bin/pip" ]; then
            PIP_USER=0 "$venv/bin/python" -I -m pip install -qq --no-input \
                --disable-pip-version-check --require-hashes --no-build-isolation \
                -r "$pins" || return 1
        else
            uv pip install --quiet --python "$venv/bin/python" \
                --require-hashes --no-build-isolation -r "$pins" || return 1
        fi
    done
}

# Debian ships Python without ensurepip, which venv needs, until python3-venv is installed.
have_venv_module() {
    "$python" -I -c 'import ensurepip, venv' 2>/dev/null && return
    update='apt-get update'
    add='apt-get install -y python3-venv'
    command -v apt-get >/dev/null ||
        stop "$python cannot make virtual environments: its module ensurepip is missing"
    [ "$(id -u)" -eq 0 ] ||
        stop "python3-venv is missing; as root, run: $update && $add"
    say "installing python3-venv, which is missing"
    (
        PATH=$PATH:/usr/local/sbin:/usr/sbin:/sbin
        export PATH DEBIAN_FRONTEND=noninteractive
        $update -qq && $add -qq --no-install-recommends -o DPkg::Lock::Timeout=300
    ) </dev/null >/dev/null 9>&- || stop "could not install python3-venv, see above; as root, run: $update && $add"
    "$python" -I -c 'import ensurepip, venv' 2>/dev/null ||
        stop "python3-venv is installed, but $python still has no module ensurepip"
}

# The checkout itself is not copied: a .pth file puts it on the path, bin/dm calls it.
link_checkout() {
    "$venv/bin/python" -I - "$root" "$venv" <<'EOF'
import shlex
import sys
import sysconfig
from pathlib import Path

root, venv = sys.argv[1:]
Path(sysconfig.get_path("purelib"), "dm_events.pth").write_text(f"{root}\n", encoding="utf-8")
dm = Path(venv, "bin", "dm")
dm.write_text(
    "#!/bin/sh\n"
    f"'''exec' {shlex.quote(venv + '/bin/python')} \"$0\" \"$@\"\n"
    "' '''\n"
    "import sys\n"
    "from cli.main import main\n"
    "sys.exit(main())\n",
    encoding="utf-8",
)
dm.chmod(0o755)
EOF
}
