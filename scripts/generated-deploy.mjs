/** Files to install with, as they are shown in the docs. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './bootstrap.mjs';

const shown = (language, path) =>
  `\`\`\`${language}\n${readFileSync(join(root, 'deploy', path), 'utf8').trimEnd()}\n\`\`\``;

export const installFiles = () => ({
  unit: shown('ini', 'sidelight.service'),
  compose: shown('yaml', 'compose.yaml'),
});

export const proxyFiles = () => ({
  nginx: shown('nginx', 'nginx/sidelight.conf'),
  'nginx-path': shown('nginx', 'nginx/sidelight-path.conf'),
  'nginx-sign-in': shown('nginx', 'nginx/sidelight-sign-in.conf'),
  caddy: shown('caddy', 'caddy/Caddyfile'),
  'caddy-path': shown('caddy', 'caddy/path.Caddyfile'),
  'caddy-sign-in': shown('caddy', 'caddy/sign-in.Caddyfile'),
});
