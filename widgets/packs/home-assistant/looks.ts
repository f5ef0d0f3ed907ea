/** What Home Assistant makes of a payload's values: units that people read, classes, signs. Pure. */
import type { ValueKind } from '@sidelight/plugin-api';

/** An entity's options, but for those that every one has. `value` is Jinja over `it`, the value. */
export interface Look {
  readonly platform: 'sensor' | 'binary_sensor';
  readonly value?: (it: string) => string;
  readonly options?: Readonly<Record<string, string>>;
}

/** With a class, Home Assistant keeps its statistics for ever. */
const MEASURED = { state_class: 'measurement' };

const LOOKS: Readonly<Record<Exclude<ValueKind, 'number'>, Look>> = {
  // It refuses states of more than 255 characters.
  text: { platform: 'sensor', value: (it) => `(${it})[:255]` },
  time: { platform: 'sensor', options: { device_class: 'timestamp' } },
  bytes: scaled(1e12, 2, 'TB', 'data_size'),
  flag: { platform: 'binary_sensor' },
  connected: { platform: 'binary_sensor', options: { device_class: 'connectivity' } },
  // On means that there is a problem.
  fine: { platform: 'binary_sensor', value: (it) => `not ${it}`, options: { device_class: 'problem' } },
};

/** The names of numbers have their units at the end. Downloads are told in bytes a second, and streams in bits. */
const NUMBERS: readonly (readonly [name: RegExp, look: Look])[] = [
  [/^(down|up)\w*Bps$/, scaled(1e6, 2, 'MB/s', 'data_rate')],
  [/Bps$/, scaled(1e6, 1, 'Mbit/s', 'data_rate')],
  [/Seconds$/, scaled(3600, 1, 'h', 'duration')],
  [/(Percent|^uptime)$/, { platform: 'sensor', options: { ...MEASURED, unit_of_measurement: '%' } }],
];

const PLAIN: Look = { platform: 'sensor', options: MEASURED };

export const lookOf = (field: string, kind: ValueKind): Look =>
  kind === 'number' ? (NUMBERS.find(([name]) => name.test(field))?.[1] ?? PLAIN) : LOOKS[kind];

function scaled(by: number, digits: number, unit: string, deviceClass: string): Look {
  return {
    platform: 'sensor',
    value: (it) => `(${it} / ${by}) | round(${digits})`,
    options: { ...MEASURED, device_class: deviceClass, unit_of_measurement: unit },
  };
}

interface Sign {
  readonly icon: string;
  /** Of its tile: those that Home Assistant knows. */
  readonly colour: string;
}

/** By the words of a name; the first that fits. */
const SIGNS: readonly (readonly [words: RegExp, icon: string, colour: string])[] = [
  [/added/i, 'new-box', 'teal'],
  [/movie/i, 'movie-open', 'amber'],
  [/episode/i, 'television-classic', 'indigo'],
  [/show|series/i, 'television-box', 'indigo'],
  [/librar/i, 'bookshelf', 'amber'],
  [/transcod/i, 'cog-transfer', 'orange'],
  [/session|play/i, 'play-circle', 'green'],
  [/user|viewer/i, 'account-group', 'green'],
  [/invite/i, 'email-plus', 'purple'],
  [/stalled|failed/i, 'download-off', 'red'],
  [/down/i, 'download', 'blue'],
  [/^up[A-Z]/, 'upload', 'blue'],
  [/bandwidth/i, 'speedometer', 'green'],
  [/request/i, 'movie-plus', 'purple'],
  [/calendar/i, 'calendar-clock', 'cyan'],
  [/digest|warning/i, 'alert-circle-outline', 'red'],
  [/disk|free|storage/i, 'harddisk', 'orange'],
  [/backup/i, 'backup-restore', 'grey'],
  [/feed|hit/i, 'rss', 'deep-orange'],
  [/server|version/i, 'server', 'grey'],
];

export function signOf(field: string): Sign {
  const [, icon = 'information-outline', colour = 'grey'] = SIGNS.find(([words]) => words.test(field)) ?? [];
  return { icon: `mdi:${icon}`, colour };
}
