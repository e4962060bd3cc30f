#!/bin/sh
# `mimamori` in a container: docker compose exec mimamori mimamori backup FILE
exec /usr/lib/mimamori/bin/node /usr/lib/mimamori/apps/server/src/command.ts "$@"
