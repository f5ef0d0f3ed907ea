/**
 * A row of a list, in the template of a tile. A row is the data of its turn, so a dot before its fields is
 * enough. `.String` of what is null or missing is "", of a number its digits. Pure.
 */
import { AGE, type Tone } from '@sidelight/plugin-api';
import type { Field, Rows } from '../shared/rows.js';

const CLASSES: Readonly<Record<Tone, string>> = {
  good: 'color-positive',
  attention: 'color-primary',
  bad: 'color-negative',
  muted: 'color-subdue',
};

/** @param publicUrl before the address of a picture; without it there is none */
export function rowHtml(rows: Rows, publicUrl?: string): readonly string[] {
  const { details, progress, at } = rows;
  const image = publicUrl === undefined || rows.image === null ? null : imageHtml(rows.image, publicUrl);
  const more = [
    ...(progress === null ? [] : [barHtml(progress, rows.tone)]),
    ...(details.length === 0 && at === null ? [] : [detailsHtml(rows)]),
  ];
  if (more.length === 0 && image === null) return [`<li class="${LINE}">${nameHtml(rows)}${labelHtml(rows)}</li>`];
  const line = `<div class="${LINE}">${nameHtml(rows)}${labelHtml(rows)}</div>`;
  if (image === null) return ['<li>', `  ${line}`, ...more.map((part) => `  ${part}`), '</li>'];
  return [
    '<li class="flex gap-10 items-center">',
    `  ${image}`,
    '  <div class="grow min-width-0">',
    ...[line, ...more].map((part) => `    ${part}`),
    '  </div>',
    '</li>',
  ];
}

const LINE = 'flex justify-between gap-10';

function nameHtml({ name, href }: Rows): string {
  const text = `{{ .String "${name}" }}`;
  const plain = `<span class="color-highlight text-truncate min-width-0" title="${text}">${text}</span>`;
  if (href === null) return plain;
  const link = `<a class="color-highlight text-truncate min-width-0" href="{{ .String "${href.name}" }}" target="_blank" rel="noopener noreferrer">${text}</a>`;
  return `{{ if ${isThere(href)} }}${link}{{ else }}${plain}{{ end }}`;
}

/** A time that ticks takes the place of a text that only says how long ago it was: pages never reload by themselves. */
function labelHtml({ name, label, tone, at }: Rows): string {
  if (label === name) return '';
  const tones = Object.entries(CLASSES).map(
    ([value, colour]) => `{{ if eq (.String "${tone?.name}") "${value}" }} ${colour}{{ end }}`,
  );
  const open = `<span class="shrink-0${tone === null ? '' : tones.join('')}"`;
  const text = `${open}>{{ .String "${label}" }}</span>`;
  if (at === null) return text;
  return `{{ if and (${isThere(at)}) (ne ${ageOf(label)} "") }}${open} ${ticking(at)}></span>{{ else }}${text}{{ end }}`;
}

/** The most telling come first, and most of them are empty: more would fill a small column. */
const DETAILS = 8;

function detailsHtml({ details, label, at }: Rows): string {
  const told = details.slice(0, DETAILS);
  const texts = told.map((field) => `{{ if ${isThere(field)} }}<li>{{ .String "${field.name}" }}</li>{{ end }}`);
  const time =
    at === null ? '' : `{{ if and (${isThere(at)}) (eq ${ageOf(label)} "") }}<li ${ticking(at)}></li>{{ end }}`;
  return `<ul class="list-horizontal-text size-h6">${texts.join('')}${time}</ul>`;
}

function barHtml(progress: Field, tone: Field | null): string {
  const notice = ['bad', 'attention'].map(
    (value) => `{{ if eq (.String "${tone?.name}") "${value}" }} progress-value-notice{{ end }}`,
  );
  const number = progress.type === 'integer' ? `.Int "${progress.name}" | printf "%d"` : floored(progress);
  return (
    `{{ if ${isThere(progress)} }}<div class="progress-bar margin-top-5 margin-bottom-5">` +
    `<div class="progress-value${tone === null ? '' : notice.join('')}" style="--percent: {{ ${number} }}"></div></div>{{ end }}`
  );
}

const floored = ({ name }: Field): string => `.Float "${name}" | printf "%.0f"`;

const imageHtml = (image: Field, publicUrl: string): string =>
  `{{ if ${isThere(image)} }}<img class="thumbnail rounded shrink-0" style="width: 3.2rem" src="${publicUrl}{{ .String "${image.name}" }}" alt="" loading="lazy">{{ end }}`;

const isThere = ({ name }: Field): string => `ne (.String "${name}") ""`;
const ageOf = (label: string): string => `(.String "${label}" | findMatch ${JSON.stringify(AGE)})`;
const ticking = ({ name }: Field): string => `{{ .String "${name}" | parseRelativeTime "rfc3339" }}`;
