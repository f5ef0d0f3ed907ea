/** A registry of npm on loopback: what npm asks of one to install a package, and no more. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Published {
  readonly manifest: Readonly<Record<string, unknown>>;
  readonly tarball: Buffer;
}

export interface NpmRegistry {
  readonly url: string;
  /** Paths that were asked for. */
  readonly asked: readonly string[];
  publish(manifest: Readonly<Record<string, unknown>>, tarball: string): void;
  close(): Promise<void>;
}

export async function startNpmRegistry(): Promise<NpmRegistry> {
  const packages = new Map<string, Map<string, Published>>();
  const asked: string[] = [];
  const server: Server = createServer((request, response) => {
    const path = decodeURIComponent(request.url ?? '/');
    asked.push(path);
    const [, name = '', version] = /^\/((?:@[^/]+\/)?[^/]+)(?:\/-\/(.+)\.tgz)?$/.exec(path) ?? [];
    const versions = packages.get(name);
    if (versions === undefined) response.writeHead(404).end('{"error":"not found"}');
    else if (version !== undefined) response.end(versions.get(version)?.tarball);
    else response.setHeader('content-type', 'application/json').end(JSON.stringify(packument(name, versions, url)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    asked,
    publish(manifest, tarball) {
      const name = String(manifest['name']);
      const versions = packages.get(name) ?? new Map<string, Published>();
      versions.set(String(manifest['version']), { manifest, tarball: readFileSync(tarball) });
      packages.set(name, versions);
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

function packument(name: string, versions: ReadonlyMap<string, Published>, url: string) {
  const listed = [...versions].map(([version, { manifest, tarball }]) => {
    const integrity = `sha512-${createHash('sha512').update(tarball).digest('base64')}`;
    return [version, { ...manifest, dist: { tarball: `${url}/${name}/-/${version}.tgz`, integrity } }] as const;
  });
  return { name, 'dist-tags': { latest: [...versions.keys()].at(-1) }, versions: Object.fromEntries(listed) };
}
