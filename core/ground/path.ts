import { isRecord } from '@sidelight/plugin-api/errors';

/** Where something is in the config: the keys and list positions that lead to it. */
export type Path = readonly (string | number)[];

/** As JSON pointers, which validators speak: `/keys/0/name`. */
export const pointerOf = (path: Path): string =>
  path.map((step) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');

export const pathOf = (pointer: string): Path =>
  pointer === ''
    ? []
    : pointer
        .slice(1)
        .split('/')
        .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));

/** As people read it: `keys[0].name`. */
export const showPath = (path: Path): string =>
  path.reduce<string>((shown, step) => {
    if (/^\d+$/.test(String(step)) && shown !== '') return `${shown}[${step}]`;
    return shown === '' ? String(step) : `${shown}.${step}`;
  }, '');

export { isRecord };

/** The value at a path, or undefined. */
export const valueAt = (root: unknown, path: Path): unknown =>
  path.reduce<unknown>((value, step) => {
    if (Array.isArray(value)) return value[Number(step)];
    return isRecord(value) && Object.hasOwn(value, step) ? value[step] : undefined;
  }, root);
