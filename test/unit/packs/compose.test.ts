import 'reflect-metadata';
import { type AnyWidget, definePack, downloadPause, type Pack, type PackFile } from '@sidelight/plugin-api';
import { expect } from 'chai';
import { strFromU8, unzipSync } from 'fflate';
import { composePacks } from '#core/packs/compose-packs.js';
import { Packs, packInput } from '#core/packs/packs.js';
import { recordingLog } from '../../support/recording-log.js';
import { fresh, widget } from '../widgets/contribution.js';

const URL = 'http://sidelight.lan';
const tile = {
  title: 'T',
  group: 'ops',
  icon: 'mdi-x',
  stats: [{ field: 'n', label: 'N', format: 'number' }],
} as unknown as NonNullable<AnyWidget['tile']>;
const pack = (id: string, files: readonly PackFile[] | (() => readonly PackFile[])): Pack =>
  definePack({
    id,
    title: id,
    summary: `Files of ${id}`,
    files: typeof files === 'function' ? files : () => files,
  });
const text = (path: string): PackFile => ({ path, text: path });
const input = packInput(fresh(), URL);

describe('packs', () => {
  it('are made from the widgets that have a tile, in the order of the catalog, and from the actions that tiles offer', () => {
    const registry = fresh();
    registry.add('core', {
      widgets: [
        widget('b', { tile }),
        widget('plain'),
        widget('own', { path: '/api/own' }),
        widget('a', { tile: { ...tile, actions: [downloadPause.id, 'gone'] } }),
      ],
    });
    const { baseUrl, widgets, actions } = packInput(registry, URL);
    expect(baseUrl).to.equal(URL);
    expect(widgets.map(({ id, path }) => [id, path])).to.deep.equal([
      ['homepage', '/api/widgets/homepage'],
      ['b', '/api/widgets/b'],
      ['a', '/api/widgets/a'],
    ]);
    expect(Object.keys(widgets[1]?.response.properties ?? {})).to.include.members(['service', 'n', 'sourceState']);
    expect(actions).to.have.lengthOf(1);
    expect(actions[0]).to.include({ id: 'download.pause', path: '/api/widgets/downloads/pause', target: 'id' });
  });

  const faulty: readonly (readonly [what: string, files: readonly PackFile[] | (() => never), fault: RegExp])[] = [
    [
      'throws',
      () => {
        throw new Error('no such field');
      },
      /^it fails: no such field$/,
    ],
    ['makes nothing', [], /^it makes no file$/],
    ['leaves its folder', [text('../x.json')], /must look like folder\/file.json$/],
    ['starts at the root', [text('/x.json')], /must look like folder\/file.json$/],
    ['takes the listing', [text('index.json')], /^its path index.json is taken by Sidelight itself$/],
    ['looks like an archive', [text('x.zip')], /must look like folder\/file.json$/],
    [
      'takes a path of an earlier one',
      [text('new.txt'), text('a/1.json')],
      /^its path a\/1.json is taken by the pack a$/,
    ],
    ['has a path twice', [text('x.txt'), text('x.txt')], /^its path x.txt is taken by another file of its own$/],
  ];
  for (const [what, files, fault] of faulty) {
    it(`leave out as a whole one that ${what}, and no other`, () => {
      const made = composePacks(
        [pack('a', [text('a/1.json')]), pack('bad', files), pack('z', [text('new.txt')])],
        input,
      );
      expect(made.packs.map(({ id }) => id)).to.deep.equal(['a', 'z']);
      expect(made.faults).to.have.lengthOf(1);
      expect(made.faults[0]?.pack).to.equal('bad');
      expect(made.faults[0]?.fault).to.match(fault);
    });
  }

  it('are refused by the registry when they are none, or their id is taken', () => {
    const registry = fresh();
    const packs = [pack('a', [text('x')]), pack('a', [text('y')]), { id: 'b' } as Pack, pack('Not Kebab', [])];
    registry.add('core', { packs });
    expect(registry.packs().map(({ id }) => id)).to.deep.equal(['a']);
    expect(registry.refused().map(({ text: sentence }) => sentence)).to.deep.equal([
      'The pack a of Sidelight is omitted: Sidelight’s own pack a has it already',
      'The pack b of Sidelight is omitted: it has no title',
      'The pack Not Kebab of Sidelight is omitted: its id must look like my-dashboard',
    ]);
  });
});

describe('Packs', () => {
  const two = pack('two', [text('two/1.json'), text('two/2.json')]);

  it('gives files and archives by their paths, and neither for others', async () => {
    const registry = fresh();
    registry.add('core', { packs: [two, pack('one', [text('one.yml')])] });
    const packs = new Packs(registry, recordingLog());
    expect((await packs.list(URL)).map(({ id, archive }) => [id, archive])).to.deep.equal([
      ['two', 'two.zip'],
      ['one', null],
    ]);
    expect(await packs.file('two/2.json', URL)).to.equal('two/2.json');
    expect((await packs.file('two.zip', URL)) ?? (await packs.archive('one.zip', URL))).to.equal(undefined);
    const archive = (await packs.archive('two.zip', URL)) ?? new Uint8Array();
    const entries = Object.entries(unzipSync(archive)).map(([path, bytes]) => [path, strFromU8(bytes)]);
    expect(entries).to.deep.equal([
      ['two/1.json', 'two/1.json'],
      ['two/2.json', 'two/2.json'],
    ]);
    expect(await packs.archive('two.zip', URL), 'zipped once').to.equal(archive);
  });

  it('makes them once for a base URL, until something was added', async () => {
    let made = 0;
    const counting = definePack({
      id: 'c',
      title: 'C',
      summary: 'Counts',
      files: ({ widgets, baseUrl }) => [{ path: 'c.txt', text: `${++made} ${baseUrl} ${widgets.length}` }],
    });
    const registry = fresh();
    registry.add('core', { packs: [counting] });
    const packs = new Packs(registry, recordingLog());
    const read = (url: string) => packs.file('c.txt', url);
    expect([
      await read('http://a'),
      ...(await Promise.all([read('http://a'), read('http://b'), read('http://b')])),
    ]).to.deep.equal(['1 http://a 1', '1 http://a 1', '2 http://b 1', '2 http://b 1']);
    registry.add('acme', { widgets: [widget('new', { tile })] });
    expect(await read('http://a')).to.equal('3 http://a 2');
  });

  it('does other things between two packs', async () => {
    const order: string[] = [];
    const noting = (id: string) =>
      pack(id, () => {
        order.push(id);
        return [text(`${id}.txt`)];
      });
    const registry = fresh();
    registry.add('core', { packs: [noting('a'), noting('b')] });
    setImmediate(() => order.push('another request'));
    await new Packs(registry, recordingLog()).list(URL);
    expect(order).to.deep.equal(['a', 'another request', 'b']);
  });

  it('makes files for so many base URLs of a stranger, and for all of somebody who is signed in', async () => {
    const registry = fresh();
    registry.add('core', { packs: [two] });
    const packs = new Packs(registry, recordingLog(), { clock: { now: () => new Date('2026-11-20T12:00:00Z') } });
    const ask = (nr: number, stranger?: string) =>
      packs.list(`http://a${nr}`, { stranger }).then(
        () => 'made',
        (error: { readonly code?: unknown }) => error.code,
      );
    const asked = [];
    for (let nr = 0; nr < 13; nr++) asked.push(await ask(nr, `2001:db8::${nr + 1}`));
    expect([...new Set(asked.slice(0, 12)), asked[12]]).to.deep.equal(['made', 'rate_limit']);
    expect([await ask(11, '2001:db8::1'), await ask(12), await ask(13, '192.0.2.1')], 'what is there').to.deep.equal([
      'made',
      'made',
      'made',
    ]);
  });

  it('tells of one that fails once, in the log and in a notice', async () => {
    const registry = fresh();
    const fails = pack('bad', () => {
      throw new Error('no');
    });
    registry.add('core', { packs: [fails, two] });
    const log = recordingLog();
    const packs = new Packs(registry, log);
    for (const url of ['http://a', 'http://b'])
      expect((await packs.list(url)).map(({ id }) => id)).to.deep.equal(['two']);
    const sentence = 'The pack bad of Sidelight is omitted: it fails: no';
    expect(packs.refused().map((notice) => notice.text)).to.deep.equal([sentence]);
    expect(log.lines).to.deep.equal([`warn ${sentence}`]);
  });

  it('names the plugin that brought one that fails, and forgets it with its plugin', async () => {
    const registry = fresh();
    registry.add('acme', { packs: [pack('bad', [])] });
    const packs = new Packs(registry, recordingLog());
    await packs.list(URL);
    expect(packs.refused()).to.have.lengthOf(1);
    expect(packs.refused()[0]).to.include({
      id: 'contribution_refused:acme:pack:bad',
      text: 'The pack bad of acme is omitted: it makes no file',
    });
    registry.swap(registry.empty());
    expect([packs.refused(), await packs.list(URL)]).to.deep.equal([[], []]);
  });
});
