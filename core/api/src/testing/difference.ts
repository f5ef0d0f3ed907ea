/** The first place where two JSON values differ, as a sentence; undefined: they are the same. Pure. */
export function difference(expected: unknown, actual: unknown, path = ''): string | undefined {
  if (Object.is(expected, actual)) return undefined;
  if (!isContainer(expected) || !isContainer(actual) || Array.isArray(expected) !== Array.isArray(actual)) {
    return `at ${path || '/'}: ${shown(expected)} was expected, and it is ${shown(actual)}`;
  }
  const names = new Set([...Object.keys(expected), ...Object.keys(actual)]);
  for (const name of names) {
    const found = difference(expected[name], actual[name], `${path}/${name}`);
    if (found !== undefined) return found;
  }
  return undefined;
}

const isContainer = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

function shown(value: unknown): string {
  const text = value === undefined ? 'nothing' : JSON.stringify(value);
  return text.length > 120 ? `${text.slice(0, 117)}…` : text;
}
