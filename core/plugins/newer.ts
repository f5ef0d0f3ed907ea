/** Which newer version of an added plugin this Sidelight could use: asked of the registry. */
import { messageOf } from '@sidelight/plugin-api/errors';
import compare from 'semver/functions/compare.js';
import gt from 'semver/functions/gt.js';
import prerelease from 'semver/functions/prerelease.js';
import { CodedError } from '../ground/errors.js';
import { isRecord } from '../ground/path.js';
import { misfit } from './load.js';
import { apiRangeOf } from './manifest.js';
import { type NpmPlace, npm } from './npm.js';

/**
 * The newest version above the present one whose range takes this plugin API; undefined when there is none.
 * @throws plugin_install when the registry does not tell
 */
export async function newestFitting(name: string, present: string, place: NpmPlace): Promise<string | undefined> {
  const answer = await npm(
    ['view', `${name}@>${present}`, 'version', 'peerDependencies', 'dependencies', '--json'],
    place,
  );
  const fitting = versionsIn(answer, name).filter(({ version, manifest }) => {
    const range = apiRangeOf(manifest);
    const isFinished = prerelease(version) === null;
    return isFinished && gt(version, present) && (range === undefined || misfit(range) === undefined);
  });
  return fitting.map(({ version }) => version).sort((a, b) => compare(b, a))[0];
}

interface Version {
  readonly version: string;
  readonly manifest: Readonly<Record<string, unknown>>;
}

/** npm lists several versions, gives one by itself, and says nothing at all when there is none. */
function versionsIn(answer: string, name: string): readonly Version[] {
  if (answer.trim() === '') return [];
  const parsed = parse(answer, name);
  return (Array.isArray(parsed) ? parsed : [parsed]).flatMap((one: unknown): Version[] => {
    if (typeof one === 'string') return [{ version: one, manifest: {} }];
    return isRecord(one) && typeof one['version'] === 'string' ? [{ version: one['version'], manifest: one }] : [];
  });
}

function parse(answer: string, name: string): unknown {
  try {
    return JSON.parse(answer);
  } catch (error) {
    throw new CodedError('plugin_install', `npm returned nothing usable about ${name}: ${messageOf(error)}`, {
      cause: error,
    });
  }
}
