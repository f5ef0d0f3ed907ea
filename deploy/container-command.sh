#!/bin/sh
# Within the container: sidelight keys list
exec node /app/core/dist/bundle/main.js "$@"
