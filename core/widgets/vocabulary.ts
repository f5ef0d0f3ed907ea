/** The actions that `@sidelight/plugin-api` names. */
import * as api from '@sidelight/plugin-api';
import { isRecord } from '../ground/path.js';

const isAction = (value: unknown): value is api.AnyAction => isRecord(value) && 'touches' in value && 'target' in value;

export const vocabularyActions: readonly api.AnyAction[] = Object.values(
  api as Readonly<Record<string, unknown>>,
).filter(isAction);
