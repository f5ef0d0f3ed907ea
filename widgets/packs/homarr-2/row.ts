/** A row of a list, in the template of a custom widget: its name and label, a bar, and a line of details. Pure. */
import type { Tone } from '@sidelight/plugin-api';
import { literal } from '../homarr/literal.js';
import type { Field, Rows } from '../shared/rows.js';

/** Mantine's colours. */
const COLOURS: Readonly<Record<Tone, string>> = { good: 'green', attention: 'yellow', bad: 'red', muted: 'dimmed' };

/** @param buttons elements that stand below it; '': none @param publicUrl before the address of a picture; without it there is none */
export function row(rows: Rows, buttons: string, publicUrl?: string): string {
  const { name, types, progress, details, image } = rows;
  const key = types.has('id') ? 'row.id' : `row.${name} + " " + index`;
  const line = `<Group justify="space-between" wrap="nowrap" gap="xs">${nameOf(rows)}${labelOf(rows)}</Group>`;
  const more = `${progress === null ? '' : bar(progress, rows.tone)}${details.length === 0 ? '' : second(details)}${buttons}`;
  if (image === null || publicUrl === undefined) return `<Stack key={${key}} gap={2}>${line}${more}</Stack>`;
  const picture = where(
    image,
    `<Image src={${literal(publicUrl)} + row.${image.name}} alt="" w={40} radius="sm" fit="contain" />`,
    'null',
  );
  return `<Group key={${key}} gap="xs" wrap="nowrap" align="center">{${picture}}<Stack gap={2} flex={1} miw={0}>${line}${more}</Stack></Group>`;
}

function nameOf({ name, href }: Rows): string {
  const plain = `<Text size="sm" truncate>{row.${name}}</Text>`;
  if (href === null) return plain;
  const link = `<Anchor href={row.${href.name}} target="_blank" rel="noopener noreferrer" size="sm" truncate>{row.${name}}</Anchor>`;
  return `{${where(href, link, plain)}}`;
}

const labelOf = ({ name, label, tone }: Rows): string =>
  label === name
    ? ''
    : `<Text size="xs" c=${tone === null ? '"dimmed"' : `{${colour(tone)}}`} flex="none">{row.${label}}</Text>`;

function bar(progress: Field, tone: Field | null): string {
  const colours = tone === null ? '' : ` color={${colour(tone, 'gray')}}`;
  return `{${where(progress, `<Progress value={row.${progress.name}} size="xs"${colours} />`, 'null')}}`;
}

/** What is empty is left out, with the dot before it. */
function second(details: readonly Field[]): string {
  const texts = details.map(({ name, type, isOptional }) => {
    if (isOptional) return `String(row.${name} ?? "")`;
    return type === 'string' ? `row.${name}` : `String(row.${name})`;
  });
  return `<Text size="xs" c="dimmed" truncate>{[${texts.join(', ')}].filter(text => text !== "").join(" · ")}</Text>`;
}

/** The colour of a tone; of one that is none, the last. */
function colour({ name }: Field, muted = COLOURS.muted): string {
  const tests = (['good', 'attention', 'bad'] as const).map(
    (tone) => `row.${name} === "${tone}" ? "${COLOURS[tone]}" : `,
  );
  return `${tests.join('')}"${muted}"`;
}

/** An element where the row has the field, else another. */
const where = ({ name, isOptional }: Field, element: string, otherwise: string): string =>
  isOptional ? `row.${name} === null || row.${name} === undefined ? ${otherwise} : ${element}` : element;
