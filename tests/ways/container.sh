#!/bin/sh
# Runs a command in an unpacked image as an engine would: as its first process, with a volume, 64 MB of shared memory, and an engine's usual
# rights. SIGTERM goes to that process. Usage, as root: ROOT VOLUME USER ro|rw COMMAND...
set -eu
# shellcheck disable=SC2016 # The inner shell expands them.
export ROOT="$1" VOLUME="$2" USER="$3" MODE="$4"
shift 4
unshare --mount --pid --fork --kill-child sh -euc '
  mount --bind "$ROOT" "$ROOT"
  mount -t tmpfs -o mode=755 dev "$ROOT/dev"
  for name in null zero full random urandom; do
    : > "$ROOT/dev/$name"
    mount --bind "/dev/$name" "$ROOT/dev/$name"
  done
  mkdir "$ROOT/dev/shm"
  mount -t tmpfs -o size=64m,mode=1777 shm "$ROOT/dev/shm"
  mount -t tmpfs -o size=64m,mode=1777 tmp "$ROOT/tmp"
  mount -t proc proc "$ROOT/proc"
  mount --bind "$VOLUME" "$ROOT/data"
  [ "$MODE" = rw ] || mount -o remount,bind,ro "$ROOT"
  rights=-all
  [ "$USER" != 0:0 ] || rights=-all,+chown,+dac_override,+fowner,+fsetid,+kill,+setgid,+setuid,+setpcap,+net_bind_service
  exec chroot "$ROOT" setpriv --reuid "${USER%:*}" --regid "${USER#*:}" --clear-groups \
    --inh-caps=-all --bounding-set="$rights" "$@"
' sh "$@" &
engine=$!
echo "$engine" > "$VOLUME.engine"
trap 'kill -TERM $(pgrep -P "$engine")' TERM
while kill -0 "$engine" 2> /dev/null; do
  code=0
  wait "$engine" || code=$?
done
exit "$code"
