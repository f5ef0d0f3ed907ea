/** The parts of a systemd unit that say how its program is run. */
export interface Unit {
  readonly exec: readonly string[];
  readonly reload: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly environmentFile: string;
}

export function parseUnit(text: string): Unit {
  const all = (name: string): readonly string[] =>
    [...text.matchAll(new RegExp(`^${name}=(.*)$`, 'gm'))].map(([, value = '']) => value);
  const one = (name: string): string => {
    const [value, ...more] = all(name);
    if (value === undefined || more.length > 0) throw new Error(`expected one ${name}=`);
    return value;
  };
  return {
    exec: one('ExecStart').split(' '),
    reload: one('ExecReload'),
    environment: Object.fromEntries(all('Environment').map(pair)),
    environmentFile: one('EnvironmentFile').replace(/^-/, ''),
  };
}

/** `NAME=value` a line; those of a file for EnvironmentFile= look the same. */
export const parseEnvironment = (text: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    text
      .split('\n')
      .filter((line) => /^\w+=/.test(line))
      .map(pair),
  );

function pair(line: string): readonly [string, string] {
  const at = line.indexOf('=');
  return [line.slice(0, at), line.slice(at + 1)];
}
