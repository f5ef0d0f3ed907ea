/** Jinja over the one answer that Home Assistant keeps: the widgets of a board, as the attribute of one entity. Pure. */
import type { Board } from '../shared/groups.js';

/** The one request of a board, and the entity that holds its answer. */
export interface Answer {
  readonly name: string;
  /** It follows from the name. */
  readonly entity: string;
}

export const answerOf = ({ id }: Pick<Board, 'id'>): Answer =>
  id === 'wall'
    ? { name: 'Sidelight', entity: 'sensor.sidelight' }
    : { name: 'Sidelight administration', entity: 'sensor.sidelight_administration' };

/** Its entity ids are made by Home Assistant from names, in this way. */
export const slugOf = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^_|_$/g, '');

/** It knows a name by a slug, which it spells in letters of its own where there are others. */
export const isPlainLabel = (label: string): boolean => /^[\x20-\x7e]*[a-z][\x20-\x7e]*$/i.test(label);

/** A template's value of `it`, the payload of a widget: it never fails, whatever is there, since each failure is logged. */
export const readOf = ({ entity }: Answer, id: string, value: string): string =>
  `{% set it = (state_attr('${entity}', 'widgets') or {}).get('${id}', {}).get('body', {}) %}{{ ${value} }}`;

/** While Sidelight cannot be read. */
export const availabilityOf = ({ entity }: Answer): string => `{{ has_value('${entity}') }}`;
