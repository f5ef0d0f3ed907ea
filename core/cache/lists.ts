/** Lists: taken apart, and searched. */

/** A list, so many members at a time. */
export function* chunks<T>(list: Iterable<T>, size: number): Generator<readonly T[]> {
  let chunk: T[] = [];
  for (const member of list) {
    if (chunk.push(member) < size) continue;
    yield chunk;
    chunk = [];
  }
  if (chunk.length > 0) yield chunk;
}

/** The members of a list by what they have in common, in the order in which they come. */
export function groupBy<K, T>(list: readonly T[], keyOf: (member: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const member of list) {
    const key = keyOf(member);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [member]);
    else group.push(member);
  }
  return groups;
}

/** How many of a list come before a place, where those that do come first. */
export function placeIn<T>(list: readonly T[], isBefore: (one: T) => boolean): number {
  let [low, high] = [0, list.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isBefore(list[middle] as T)) low = middle + 1;
    else high = middle;
  }
  return low;
}
