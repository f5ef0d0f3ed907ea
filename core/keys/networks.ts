/** Lists of addresses and networks: `192.168.1.0/24`, `fd00::/8`, `10.0.0.7`. */
import { BlockList, isIP, isIPv4, isIPv6 } from 'node:net';
import { CodedError } from '../ground/errors.js';

/** @throws usage for a text that is neither an address nor a network */
export function networkList(networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const text of networks) {
    const [address = '', bits, ...rest] = text.trim().split('/');
    const widest = isIPv4(address) ? 32 : 128;
    const prefix = bits === undefined ? widest : /^\d{1,3}$/.test(bits) ? Number(bits) : Number.NaN;
    if (isIP(address) === 0 || rest.length > 0 || !(prefix <= widest)) {
      throw new CodedError('usage', `"${text}" is not a network: write one such as 192.168.1.0/24 or fd00::/8`);
    }
    list.addSubnet(address, prefix, familyOf(address));
  }
  return list;
}

/** An IPv4 address may arrive as `::ffff:192.168.1.2`, which node's list matches against IPv4 networks by itself. */
export const holds = (list: BlockList, address: string): boolean =>
  isIP(address) !== 0 && list.check(address, familyOf(address));

const familyOf = (address: string): 'ipv4' | 'ipv6' => (isIPv4(address) ? 'ipv4' : 'ipv6');

/** Whose budget an address draws on: an IPv6 network of 64 bits is one household, and has more addresses than can be counted. */
export function householdOf(address: string): string {
  if (!isIPv6(address)) return address;
  const [head = '', tail] = address.split('%', 1).join().split('::');
  const groups = (text = ''): readonly string[] => text.split(':').filter((group) => group !== '');
  const [left, right] = [groups(head), groups(tail)];
  const gap = Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => '0');
  const network = [...left, ...(tail === undefined ? [] : gap), ...right].slice(0, 4);
  return `${network.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`;
}
