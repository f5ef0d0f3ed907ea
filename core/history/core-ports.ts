/** Hidden ports: the core's own memory, kept in the cache so that it is committed with the rows that it explains. */
import type { AnyPort } from '@sidelight/plugin-api';
import { corePlays } from './plays.js';
import { coreStalls } from './stalls.js';

export const corePorts: readonly AnyPort[] = [corePlays, coreStalls];
