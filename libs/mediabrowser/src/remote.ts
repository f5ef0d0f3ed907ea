/** Whether an address is outside of every local network. */
import { BlockList, isIP } from 'node:net';

const local = new BlockList();
for (const [net, bits] of [
  ['10.0.0.0', 8],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['100.64.0.0', 10],
] as const) {
  local.addSubnet(net, bits, 'ipv4');
}
local.addAddress('::1', 'ipv6');
local.addSubnet('fc00::', 7, 'ipv6');
local.addSubnet('fe80::', 10, 'ipv6');

/** With a port or without one; undefined where it is no address. */
export function isRemote(endpoint: string | null | undefined): boolean | undefined {
  const address = addressIn(endpoint ?? '');
  const version = isIP(address);
  if (version === 0) return undefined;
  return !local.check(address, version === 6 ? 'ipv6' : 'ipv4');
}

function addressIn(endpoint: string): string {
  const bracketed = /^\[([^\]]+)\]/.exec(endpoint)?.[1];
  const plain = bracketed ?? (isIP(endpoint) === 0 ? endpoint.replace(/:\d+$/, '') : endpoint);
  return plain.replace(/^::ffff:(?=\d+\.)/i, '');
}
