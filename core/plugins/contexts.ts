/** Contexts from a container of each integration's own: its scope shadows nothing of the root's. */
import type { DependencyContainer } from 'tsyringe';
import { TOKENS } from '../tokens.js';
import { type ContextFactory, IntegrationContext } from './context.js';

export const contextsOf =
  (root: DependencyContainer): ContextFactory =>
  (scope) =>
    root.createChildContainer().register(TOKENS.IntegrationScope, { useValue: scope }).resolve(IntegrationContext);
