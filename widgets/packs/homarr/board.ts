/**
 * A template for several widgets with tabs, which both generations of Homarr take: what is to be drawn is a list in it, and
 * one piece of code draws each of them, so that many fit. It reads the answer of the bundle.
 */
import { LIVE, type PackWidget, UNKNOWN } from '@sidelight/plugin-api';
import { byGroup, inSight } from '../shared/groups.js';
import { rowsOf } from '../shared/rows.js';
import { leadingStats } from '../shared/stats.js';
import { anyChartView, chartOf } from './chart.js';
import { literal } from './literal.js';

/** As many as a board shows of a list. */
export const ROWS = 6;
/** The most telling come first, and most of them are empty. */
const DETAILS = 8;

/** Whether it has anything that can be named. */
export const isShown = (widget: PackWidget): boolean =>
  rowsOf(widget) !== null || chartOf(widget) !== null || leadingStats(widget).length > 0;

/** As few parts as hold all widgets, in their order, each as full as it can be: one at least, whatever it takes. */
export function partsOf(
  widgets: readonly PackWidget[],
  fits: (some: readonly PackWidget[]) => boolean,
): readonly (readonly PackWidget[])[] {
  const parts: (readonly PackWidget[])[] = [];
  for (let left = widgets; left.length > 0; left = widgets.slice(parts.flat().length)) {
    let count = left.length;
    while (count > 1 && !fits(left.slice(0, count))) count -= 1;
    parts.push(left.slice(0, count));
  }
  return parts;
}

/** Where a template finds the answer of the bundle, and what it shows before there is one. */
export interface Generation {
  readonly answer: string;
  /** Elements beside what is drawn. */
  readonly guard: string;
}

export const STRANGE =
  '<Alert color="red" title="This is not Sidelight">{"The address answers, but not as Sidelight does."}</Alert>';

const HOMARR_1: Generation = { answer: 'data', guard: `{data.service === true ? null : ${STRANGE}}` };

/**
 * Homarr 2 counts how deep a template is: what excludes each other stands side by side.
 * @param publicUrl before the addresses of pictures; without it there are none
 */
export function boardTemplate(
  widgets: readonly PackWidget[],
  publicUrl?: string,
  { answer, guard } = HOMARR_1,
): string {
  const tabs = byGroup(widgets).map(([title, members]) => ({ t: title, w: inSight(members).map(drawnOf) }));
  return (
    `<Stack gap="xs" p="xs">${guard}{${answer}?.service !== true ? null : ` +
    `<TabsContainer>{${literal(tabs)}.map(g => <TabPanel key={g.t} value={g.t} label={g.t}><SimpleGrid cols={{ base: 1, md: 2 }} spacing="xs">` +
    `{g.w.map(w => <Paper key={w.i} withBorder radius="md" p="sm"><Stack gap="xs">${view(`${answer}.widgets[w.i]`, publicUrl)}</Stack></Paper>)}` +
    '</SimpleGrid></TabPanel>)}</TabsContainer>}</Stack>'
  );
}

/** Of one widget, whose answer is `data`. */
export const singleTemplate = (widget: PackWidget, publicUrl?: string): string =>
  `<Stack gap="xs" p="xs">${HOMARR_1.guard}{data.service !== true ? null : ` +
  `${literal([drawnOf(widget)])}.map(w => <Stack key={w.i} gap="xs">${bodyView('data', publicUrl)}</Stack>)}</Stack>`;

/** Short names, since Homarr 1 counts letters. What is undefined is left out. */
function drawnOf(widget: PackWidget): object {
  const rows = rowsOf(widget);
  const stats = leadingStats(widget).map(({ field, label, isMoment }) => [label, field, ...(isMoment ? [1] : [])]);
  const chart = chartOf(widget);
  return {
    ...{ i: widget.id, t: widget.tile.title, s: stats },
    ...(chart === null ? {} : { g: chart }),
    ...(rows === null
      ? {}
      : {
          ...{ l: rows.items, n: rows.name, d: rows.details.slice(0, DETAILS).map(({ name }) => name) },
          ...(rows.label === rows.name ? {} : { r: rows.label }),
          ...(rows.progress === null ? {} : { p: rows.progress.name }),
          ...(rows.tone === null ? {} : { c: rows.tone.name }),
          ...(rows.href === null ? {} : { u: rows.href.name }),
          ...(rows.image === null ? {} : { m: rows.image.name }),
        }),
  };
}

/** Of `w`. @param entry an expression for what the bundle has of it */
const view = (entry: string, publicUrl: string | undefined): string =>
  `{${entry}?.status === 200 ? null : <Text size="xs" c="red">{${entry}?.body?.error?.message || "${UNKNOWN}"}</Text>}` +
  bodyView(`${entry}?.body`, publicUrl);

/** @param body an expression for the payload: of what failed it is an error, which has none of the fields */
const bodyView = (body: string, publicUrl: string | undefined): string =>
  '<Text fw={700} size="sm">{w.t}</Text>' +
  `{["${LIVE}", "${UNKNOWN}"].includes(${body}?.freshness || "${LIVE}") ? null : <Text size="xs" c="red">{${body}.freshness}</Text>}` +
  `{w.s.length === 0 ? null : ${stats(body)}}{w.g === undefined ? null : ${anyChartView(body, 'w.g')}}` +
  `{w.l !== undefined && (${body}?.[w.l] || []).length === 0 ? <Text size="sm" c="dimmed">{${body}?.freshness === "${LIVE}" ? "Nothing here" : "${UNKNOWN}"}</Text> : null}` +
  `{(${body}?.[w.l || ""] || []).slice(0, ${ROWS}).map((row, x) => ${rowView(publicUrl)})}`;

const stats = (body: string): string =>
  `<Group gap="md">{w.s.map(s => <Stack key={s[0]} gap={0}><Text fw={700} size="sm">{s[2] === 1 ? String(${body}?.[s[1]] || "${UNKNOWN}").slice(0, 16).replace("T", " ") : ${body}?.[s[1]] || "${UNKNOWN}"}</Text>` +
  '<Text size="xs" c="dimmed">{s[0]}</Text></Stack>)}</Group>';

const tone = (muted: string): string =>
  `{ good: "green", attention: "yellow", bad: "red" }[row[w.c || ""] || ""] || "${muted}"`;

function rowView(publicUrl: string | undefined): string {
  const lines =
    '<Stack key={x} gap={2} flex={1} miw={0}><Group justify="space-between" wrap="nowrap" gap="xs">' +
    '{row[w.u || ""] ? <Anchor href={row[w.u || ""]} target="_blank" rel="noopener noreferrer" size="sm" truncate>{row[w.n]}</Anchor> : <Text size="sm" truncate>{row[w.n]}</Text>}' +
    `<Text size="xs" c={${tone('dimmed')}} flex="none">{row[w.r || ""] || ""}</Text></Group>` +
    `{Number(row[w.p || ""]) >= 0 && row[w.p || ""] !== null ? <Progress value={Number(row[w.p || ""])} size="xs" color={${tone('blue')}} /> : null}` +
    '<Text size="xs" c="dimmed" truncate>{w.d.map(d => row[d]).filter(v => v || v === 0).join(" · ")}</Text></Stack>';
  if (publicUrl === undefined) return lines;
  return `<Group key={x} gap="xs" wrap="nowrap">{row[w.m || ""] ? <Image src={${literal(publicUrl)} + row[w.m || ""]} alt="" w={36} radius="sm" fit="contain" /> : null}${lines}</Group>`;
}
