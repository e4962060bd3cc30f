#!/bin/sh
# Runs a command of Mimamori as the user of the service, with the settings of the service.
set -e

settings=/etc/mimamori/mimamori.env
node=/usr/lib/mimamori/bin/node
command=/usr/lib/mimamori/apps/server/src/command.ts

if [ "${1:-}" = version ]; then
  exec "$node" "$command" "$@"
fi

case "$(id -un)" in
  mimamori)
    exec "$node" --env-file="$settings" "$command" "$@"
    ;;
  root)
    exec env HOME=/var/lib/mimamori USER=mimamori LOGNAME=mimamori \
      setpriv --reuid=mimamori --regid=mimamori --init-groups \
      "$node" --env-file="$settings" "$command" "$@"
    ;;
  *)
    echo "管理者として実行してください / run it as root: sudo mimamori $*" >&2
    exit 1
    ;;
esac
