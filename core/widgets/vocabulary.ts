/** The ports and actions that `@sidelight/plugin-api` names. */
import * as api from '@sidelight/plugin-api';
import { isRecord } from '../ground/path.js';

const exported: readonly unknown[] = Object.values(api);

const isPort = (value: unknown): value is api.AnyPort =>
  isRecord(value) && typeof value['key'] === 'function' && typeof value['keep'] === 'string';

const isAction = (value: unknown): value is api.AnyAction => isRecord(value) && 'touches' in value && 'target' in value;

export const vocabularyPorts: readonly api.AnyPort[] = exported.filter(isPort);
export const vocabularyActions: readonly api.AnyAction[] = exported.filter(isAction);
