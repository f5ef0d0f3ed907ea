/** The parts of a systemd unit that say how its program is run. */
export interface Unit {
  readonly exec: readonly string[];
  readonly reload: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly environmentFile: string;
  readonly workdir: string;
  readonly user: string;
  /** Whether it sees all but its state and /tmp as read-only, and may gain no rights. */
  readonly isProtected: boolean;
  /** The folder that systemd makes for it, below /var/lib. */
  readonly state: string;
  readonly stateMode: string;
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
    workdir: one('WorkingDirectory'),
    user: one('User'),
    isProtected: one('ProtectSystem') === 'strict' && one('PrivateTmp') === 'yes' && one('NoNewPrivileges') === 'yes',
    state: `/var/lib/${one('StateDirectory')}`,
    stateMode: one('StateDirectoryMode'),
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
