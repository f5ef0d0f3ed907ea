/** The hook of `import` for Node before 22.15. It runs in a thread of its own, loaded by provide.ts. */
import type { ResolveHook } from 'node:module';
import { pathToFileURL } from 'node:url';
import { providedFile } from './provide.js';

export const resolve: ResolveHook = async (specifier, context, next) => {
  try {
    return await next(specifier, context);
  } catch (error) {
    const file = providedFile(specifier);
    if (file === undefined) throw error;
    return { url: pathToFileURL(file).href, shortCircuit: true };
  }
};
