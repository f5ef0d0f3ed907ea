/** curl.sh: asks for a widget, or for the list of them. */
import { definePack, type PackInput } from '@sidelight/plugin-api';
import { type Board, boardsOf, grouped } from './shared/groups.js';

export const pack = definePack({
  id: 'curl',
  title: 'Shell (curl)',
  summary:
    'Set SIDELIGHT_KEY to a key and run it with wall, admin or the name of a widget, or without one to list all widgets.',
  files: (input) => [{ path: 'curl.sh', text: script(input) }],
});

/** The key goes to curl by its standard input: arguments can be seen by everyone on the machine. */
const script = ({ baseUrl, widgets }: PackInput): string => `#!/bin/sh
# Sidelight for curl: prints a widget as JSON, or the list of widgets.
#   SIDELIGHT_KEY=... sh curl.sh
#   SIDELIGHT_KEY=... sh curl.sh homepage
#   SIDELIGHT_KEY=... sh curl.sh wall        all widgets for a wall in one response, or: admin
#   SIDELIGHT_KEY=... sh curl.sh 'downloads?limit=3'
#   SIDELIGHT_KEY=... sh curl.sh /api/library-storage
# Create a key with the scope widgets-only at ${baseUrl}/settings/api-key; other paths need the scope full.
# Exits with 1 when Sidelight refuses, and with curl's exit code when nothing answers.
#
${grouped(widgets)
  .map(([group, members]) => listing(group, members, width(widgets)))
  .join('\n')}
set -eu
base=${quoted(baseUrl)}
: "\${SIDELIGHT_KEY:?Set it to a key from $base/settings/api-key}"

case "\${1:-}" in
  '') path=/api/widgets ;;
${boardsOf(widgets).map(boardCase).join('')}  /*) path=$1 ;;
  *) path=/api/widgets/$1 ;;
esac

answer=$(
  printf 'header = "x-api-token: %s"\\n' "$SIDELIGHT_KEY" |
    curl --config - --silent --show-error --globoff --max-time 30 --write-out '\\n%{http_code}' "$base$path"
)
status=\${answer##*
}
printf '%s\\n' "\${answer%
*}"
case $status in
  2*) ;;
  *)
    printf 'Sidelight answered %s\\n' "$status" >&2
    exit 1
    ;;
esac
`;

/** In one request. */
const boardCase = ({ id, widgets }: Board): string =>
  `  ${id}) path='/api/widgets/bundle?widgets=${widgets.map((widget) => widget.id).join()}' ;;\n`;

const listing = (group: string, members: PackInput['widgets'], columns: number): string =>
  [`# ${group}:`, ...members.map(({ id, summary }) => `#   ${id.padEnd(columns)}  ${oneLine(summary)}`)].join('\n');

const width = (widgets: PackInput['widgets']): number => Math.max(...widgets.map(({ id }) => id.length));

const oneLine = (text: string): string => text.replace(/\s+/g, ' ');

/** As one word of a shell. */
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
