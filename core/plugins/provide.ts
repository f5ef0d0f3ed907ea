/**
 * A plugin that lies beside the config has no node_modules above it that holds the contract. So the specifiers of
 * the contract and of TypeBox are answered from this installation where the plugin's own look-up finds nothing.
 */
import * as nodeModule from 'node:module';
import { pathToFileURL } from 'node:url';

const own = nodeModule.createRequire(import.meta.url);
const PROVIDED = /^(@sidelight\/plugin-api|typebox)(\/|$)/;

/** The file of a provided specifier, or undefined. */
export const providedFile = (specifier: string): string | undefined =>
  PROVIDED.test(specifier) ? own.resolve(specifier) : undefined;

/** Whether a module finds the contract without help. */
export function findsContract(entry: string): boolean {
  try {
    nodeModule.createRequire(entry).resolve('@sidelight/plugin-api');
    return true;
  } catch {
    return false;
  }
}

interface Resolved {
  readonly url: string;
  readonly shortCircuit?: boolean;
}
type NextResolve = (specifier: string, context: object) => Resolved;
interface SyncHooks {
  /** Node 22.15 and later: one hook for import and require. */
  readonly registerHooks?: (hooks: {
    resolve(specifier: string, context: object, next: NextResolve): Resolved;
  }) => unknown;
}
type ResolveFilename = (specifier: string, ...rest: readonly unknown[]) => string;
interface CommonJs {
  _resolveFilename: ResolveFilename;
}

let isProviding = false;

/** Once per process, and only when a plugin needs it. */
export function provideContract(): void {
  if (isProviding) return;
  isProviding = true;
  const { registerHooks } = nodeModule as SyncHooks;
  if (registerHooks === undefined) provideInParts();
  else registerHooks({ resolve: resolveOrProvide });
}

function resolveOrProvide(specifier: string, context: object, next: NextResolve): Resolved {
  try {
    return next(specifier, context);
  } catch (error) {
    const file = providedFile(specifier);
    if (file === undefined) throw error;
    return { url: pathToFileURL(file).href, shortCircuit: true };
  }
}

/** Before Node 22.15 `import` has a hook of its own, and `require` only the function that every loader extension wraps. */
function provideInParts(): void {
  nodeModule.register('./provide-hooks.js', import.meta.url);
  const commonJs = nodeModule.Module as unknown as CommonJs;
  const resolve = commonJs._resolveFilename;
  commonJs._resolveFilename = (specifier, ...rest) => {
    try {
      return resolve.call(nodeModule.Module, specifier, ...rest);
    } catch (error) {
      const file = providedFile(specifier);
      if (file === undefined) throw error;
      return file;
    }
  };
}
