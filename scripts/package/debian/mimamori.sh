#!/bin/sh
# Runs a command of Mimamori as the user of the service; the command reads the settings of the service itself.
set -e

node=/usr/lib/mimamori/bin/node
command=/usr/lib/mimamori/apps/server/src/command.ts

case "$(id -un)" in
  mimamori)
    exec "$node" "$command" "$@"
    ;;
  root)
    exec env HOME=/var/lib/mimamori USER=mimamori LOGNAME=mimamori \
      setpriv --reuid=mimamori --regid=mimamori --init-groups \
      "$node" "$command" "$@"
    ;;
  *)
    case "${1:-}" in
      "" | version | help | --*) exec "$node" "$command" "$@" ;;
    esac
    echo "管理者として実行してください / run it as root: sudo mimamori $*" >&2
    exit 1
    ;;
esac
