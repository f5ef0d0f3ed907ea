/**
 * The template of a widget: a head, then one of four states. Texts are written as JSON strings, so that no letter of
 * them is taken for code; ready strings of the payload are preferred to formatting.
 */
import { LIVE, UNKNOWN } from '@sidelight/plugin-api';
import { STRANGE } from '../homarr/board.js';
import { type Chart, chartView } from '../homarr/chart.js';
import type { Rows } from '../shared/rows.js';
import type { Stat } from '../shared/stats.js';
import type { Button } from './buttons.js';
import { row } from './row.js';

/** The id of the one query; a widget's own may hold what a template cannot name. */
export const QUERY = 'widget';
const DATA = `data.${QUERY}`;

export interface Drawn {
  readonly title: string;
  readonly stats: readonly Stat[];
  readonly rows: Rows | null;
  readonly chart: Chart | null;
  /** Of each row. */
  readonly buttons: readonly Button[];
}

const LOADING = '<Skeleton height={96} radius="md" />';
const FAILED = `<Alert color="red" title="Sidelight could not be read">{status.${QUERY}.error}</Alert>`;

/** Of a board: what there is in place of an answer, side by side. */
export const BOARD_GUARD =
  `{status.${QUERY}?.loading ? ${LOADING} : null}{status.${QUERY}?.error ? ${FAILED} : null}` +
  `{status.${QUERY}?.ok && ${DATA}?.service !== true ? ${STRANGE} : null}`;

/** @param publicUrl before the addresses of pictures; without it there are none */
export function template({ title, stats, rows, chart, buttons }: Drawn, publicUrl?: string): string {
  const parts = [
    FRESHNESS,
    statGrid(stats),
    ...(chart === null ? [] : [`{${chartView(DATA, chart)}}`]),
    ...asked(buttons),
    ...(rows === null ? [] : [list(rows, title, buttons, publicUrl)]),
  ];
  return `<Stack gap="sm" p="sm">
  <Group justify="space-between" wrap="nowrap">
    <Text fw={700} truncate>{${text(title)}}</Text>
    <RefreshButton />
  </Group>
  {status.${QUERY}?.loading ? ${LOADING} : status.${QUERY}?.error ? ${FAILED} : ${DATA}?.service !== true ? ${STRANGE} : <Stack gap="sm">
    ${parts.filter((part) => part !== '').join('\n    ')}
  </Stack>}
</Stack>`;
}

/** Who does not answer, and how old this is. */
const FRESHNESS = `{["${LIVE}", "${UNKNOWN}"].includes(${DATA}.freshness) ? null : <Text size="xs" c="red">{${DATA}.freshness}</Text>}`;

const text = (value: string): string => JSON.stringify(value);

function statGrid(stats: readonly Stat[]): string {
  if (stats.length === 0) return '';
  const boxes = stats.map(
    (stat) =>
      `<Paper withBorder radius="md" p="xs"><Text size="xs" c="dimmed" truncate>{${text(stat.label)}}</Text><Text fw={700} size="lg" truncate>{${shown(stat)}}</Text></Paper>`,
  );
  return `<SimpleGrid cols={{ base: ${Math.min(2, stats.length)}, sm: ${columns(stats.length)} }} spacing="xs">${boxes.join('')}</SimpleGrid>`;
}

/** Four side by side leave no room for a word: two and two do. */
const columns = (stats: number): number => (stats === 4 ? 2 : Math.min(3, stats));

/** An expression whose value is drawn: a string, whatever comes. */
function shown({ field, isMoment }: Stat): string {
  const value = `${DATA}?.${field} ?? ${text(UNKNOWN)}`;
  return isMoment ? `(${value}).slice(0, 16).replace("T", " ")` : value;
}

/** A line for each text that a button sends along. */
const asked = (buttons: readonly Button[]): readonly string[] =>
  buttons
    .filter(({ asks }) => asks !== undefined)
    .map(
      ({ requestId, label, asks }) =>
        `{options.buttons ? <TextInput bind="${requestId}" size="xs" label={${text(`${label}: ${asks}`)}} /> : null}`,
    );

function list(rows: Rows, title: string, buttons: readonly Button[], publicUrl: string | undefined): string {
  const all = `(${DATA}.${rows.items} ?? [])`;
  const acts =
    buttons.length === 0 ? '' : `{options.buttons ? <Group gap={4}>${buttons.map(button).join('')}</Group> : null}`;
  return `{${all}.length === 0 ? <Text size="sm" c="dimmed">{["down", "disconnected"].includes(${DATA}.sourceState) ? ${text(UNKNOWN)} : ${text(`${title}: nothing here right now`)}}</Text> : <Stack gap="xs">{${all}.map((row, index) => ${row(rows, acts, publicUrl)})}</Stack>}`;
}

function button({ requestId, rowField, label, destructive, asks, shown }: Button): string {
  const given = asks === undefined ? '' : `, text: inputs["${requestId}"]`;
  const disabled = asks === undefined ? '' : ` disabled={(inputs["${requestId}"] ?? "") === ""}`;
  const element = `<ActionButton requestId="${requestId}" params={{ id: row.${rowField}${given} }} size="compact-xs" variant="light" color="${destructive ? 'red' : 'blue'}"${disabled}>{${text(label)}}</ActionButton>`;
  if (shown === undefined) return element;
  return `{${JSON.stringify(shown.values)}.includes(row.${shown.field}) ? ${element} : null}`;
}
