import { expect } from 'chai';
import { parse, stringify } from 'yaml';
import { homepageFaults, type Service, servicesOf } from '../../support/pack-rules/homepage.js';
import { BASE_URL, type MadePacks, madePacks } from '../../support/packs.js';

type Entry = Record<string, unknown> & { widget: Record<string, unknown> };

describe('the pack of Homepage', () => {
  let packs: MadePacks;
  let text: string;
  let every: readonly Service[];
  /** What says how old the rows of others are. */
  let aside: readonly Service[];
  before(async () => {
    packs = await madePacks();
    text = packs.files('homepage')[0]?.text ?? '';
    const services = packs.files('homepage').flatMap((file) => servicesOf(file.text));
    every = services.filter(({ name }) => name !== 'Lists up to date');
    aside = services.filter(({ name }) => name === 'Lists up to date');
  });

  it('is two files that Homepage takes, side by side, too', () => {
    const files = packs.files('homepage');
    expect(files.map(({ path }) => path)).to.deep.equal(['homepage/wall.yaml', 'homepage/admin.yaml']);
    for (const file of files) expect(homepageFaults(file.text), file.path).to.deep.equal([]);
    expect(homepageFaults(files.map((file) => file.text).join(''))).to.deep.equal([]);
  });

  it('has a service for each tile, asking its route, under groups with names for people', () => {
    const asked = every.map(({ widgets }) => [...new Set(widgets.map(({ url }) => url))]);
    expect(asked.flat()).to.have.members(packs.input.widgets.map(({ path }) => `${BASE_URL}${path}`));
    expect(
      every.every(({ widgets }) => widgets.length === 1),
      'one request for each',
    ).to.equal(true);
    expect([...new Set(every.map(({ group }) => group))]).to.deep.equal([
      ...['Overview', 'Playback', 'Library', 'Queue', 'Calendar', 'Services', 'Operations', 'Administration'],
    ]);
  });

  it('shows the rows of each widget that has some', () => {
    const listed = every.filter(({ widgets }) => widgets.some(({ display }) => display === 'dynamic-list'));
    expect(listed).to.have.lengthOf(packs.input.widgets.filter(({ tile }) => tile.list !== undefined).length);
  });

  it('says what is wrong once: beside numbers how old they are, and nothing in place of rows', () => {
    for (const { name, widgets } of every)
      for (const widget of widgets) {
        if (widget.display === 'dynamic-list') expect(widget.hideErrors, name).to.equal(true);
        else expect(widget.mappings.at(-1), name).to.deep.equal({ field: 'freshness', label: 'Data' });
      }
    expect(text.match(/siteMonitor: .*/g)).to.deep.equal([`siteMonitor: ${BASE_URL}/healthz`]);
  });

  it('says how old the rows of all lists are, by one request for each file', () => {
    expect(aside.map(({ group }) => group)).to.deep.equal(['Overview', 'Administration']);
    const listed = packs.input.widgets.filter(({ tile }) => tile.list !== undefined);
    const asked = aside.flatMap(({ widgets }) =>
      widgets.flatMap(({ url }) => new URL(url).searchParams.get('widgets')?.split(',') ?? []),
    );
    expect(asked).to.have.members(listed.map(({ id }) => id));
    const [wall] = aside.flatMap(({ widgets }) => widgets);
    expect(wall?.display).to.equal('list');
    expect(wall?.mappings).to.deep.include({ field: 'widgets.nowplaying.body.freshness', label: 'Now playing' });
  });

  it('shows the one text beside a name that says the most', () => {
    const shown = every.flatMap(({ widgets }) => widgets.map(({ url, mappings }) => [url.split('/').at(-1), mappings]));
    const labels = new Map(shown.map(([id, mappings]) => [id, (mappings as { label?: string }).label]));
    expect([labels.get('nowplaying'), labels.get('requests'), labels.get('downloads')]).to.deep.equal([
      ...['brief', 'brief', 'label'],
    ]);
  });

  it('says which variable holds the key, and takes a key of any shape', () => {
    expect(text).to.match(/^#.*\n(#.*\n)*#.*HOMEPAGE_VAR_SIDELIGHT_KEY/);
    for (const key of ['sl_0123456789abcdef', '12345678901234567890']) {
      const filled = text.replaceAll('{{HOMEPAGE_VAR_SIDELIGHT_KEY}}', key);
      const headers = servicesOf(filled).flatMap(({ widgets }) =>
        widgets.map((widget) => widget.headers['x-api-token']),
      );
      expect(new Set<unknown>(headers)).to.deep.equal(new Set([key]));
    }
    expect(text.match(/\{\{.*?\}\}/g)?.every((name) => name === '{{HOMEPAGE_VAR_SIDELIGHT_KEY}}')).to.equal(true);
  });

  const mapping = { field: 'movies', label: 'Movies' };
  const mistakes: readonly (readonly [what: string, change: (entry: Entry) => void, fault: RegExp])[] = [
    [
      'five mappings in a block',
      ({ widget }) => {
        widget['mappings'] = [1, 2, 3, 4, 5].map((n) => ({ field: 'x', label: `${n}` }));
      },
      /a block shows 4/,
    ],
    [
      'a label twice',
      ({ widget }) => {
        widget['mappings'] = [mapping, mapping];
      },
      /two mappings are called Movies/,
    ],
    [
      'an unknown format',
      ({ widget }) => {
        widget['mappings'] = [{ ...mapping, format: 'flag' }];
      },
      /format/,
    ],
    [
      'a missing label',
      ({ widget }) => {
        widget['mappings'] = [{ field: 'movies' }];
      },
      /label/,
    ],
    [
      'a list without mappings',
      ({ widget }) => {
        widget['display'] = 'dynamic-list';
      },
      /mappings/,
    ],
    [
      'a variable in the url',
      ({ widget }) => {
        widget['url'] = '{{HOMEPAGE_VAR_URL}}/api';
      },
      /url/,
    ],
    [
      'polls all the time',
      ({ widget }) => {
        widget['refreshInterval'] = 10;
      },
      /refreshInterval/,
    ],
    [
      'a key in the file',
      ({ widget }) => {
        widget['headers'] = { 'x-api-token': 'sl_abc' };
      },
      /x-api-token/,
    ],
    [
      'another icon set',
      (entry) => {
        entry['icon'] = 'si-plex';
      },
      /icon/,
    ],
    [
      'widget and widgets',
      (entry) => {
        entry['widgets'] = [entry.widget];
      },
      /widget and widgets/,
    ],
    [
      'a field that is unknown',
      (entry) => {
        entry['ping'] = 1;
      },
      /ping: schema is false/,
    ],
  ];
  for (const [what, change, fault] of mistakes) {
    it(`would not pass with ${what}`, () => {
      const board = parse(text) as Record<string, Record<string, Entry>[]>[];
      const entry = board[0]?.['Overview']?.[0]?.['Sidelight'];
      if (entry === undefined) throw new Error('there is no service Sidelight');
      entry.widget = { ...entry.widget, display: 'block', mappings: [mapping] };
      expect(homepageFaults(stringify(board))).to.deep.equal([]);
      change(entry);
      expect(homepageFaults(stringify(board)).join()).to.match(fault);
    });
  }

  it('would not pass with two services of one name', () => {
    const board = parse(text) as Record<string, unknown[]>[];
    board[0]?.['Overview']?.push(board[0]['Overview'][0]);
    expect(homepageFaults(stringify(board, { aliasDuplicateObjects: false }))).to.include(
      'Overview has two services Sidelight',
    );
  });
});
