/** A Compose file with one service. */
import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { parse } from 'yaml';

export interface Compose {
  readonly keys: readonly string[];
  readonly service: Service;
  readonly volumes: readonly string[];
}

interface Service {
  readonly build: { readonly context: string; readonly dockerfile: string };
  readonly ports: readonly string[];
  readonly volumes: readonly string[];
  readonly read_only?: boolean;
  readonly tmpfs?: readonly string[];
  readonly cap_drop?: readonly string[];
}

/** Of the Compose specification, those that are of use here. */
export const SERVICE_KEYS = [
  ...['build', 'image', 'restart', 'init', 'ports', 'environment', 'env_file', 'volumes', 'read_only', 'tmpfs', 'user'],
  ...['cap_drop', 'security_opt', 'networks', 'healthcheck', 'depends_on'],
];

export function composeFile(path: string): Compose {
  const file = parse(readFileSync(path, 'utf8')) as { services: Record<string, Service>; volumes: object };
  const [service, ...others] = Object.values(file.services);
  expect(others).to.deep.equal([]);
  if (service === undefined) throw new Error(`${path} has no service`);
  return { keys: Object.keys(file), service, volumes: Object.keys(file.volumes) };
}
