/** What holds for the files of every dashboard. */
import { spawnSync } from 'node:child_process';
import {
  indexersTest,
  releaseGrab,
  releaseRemove,
  releaseSearch,
  transcodePause,
  transcodeRescan,
  transcodeResume,
} from '@sidelight/plugin-api';
import { expect } from 'chai';
import { parseAllDocuments } from 'yaml';
import { BASE_URL, type MadePacks, madePacks } from '../../support/packs.js';

describe('the packs', () => {
  let packs: MadePacks;
  before(async () => {
    packs = await madePacks();
  });

  it('are all there, each with a title and a sentence', () => {
    expect(packs.refused).to.deep.equal([]);
    expect(packs.all.map(({ id }) => id)).to.include.members(['homepage', 'homarr-1', 'homarr-2']);
    for (const { title, summary } of packs.all) {
      expect(title).to.match(/^[A-Z]/);
      expect(summary).to.match(/^[A-Z].*\.$/);
    }
  });

  const readers: Readonly<Record<string, (text: string) => readonly string[]>> = {
    json: (text) => (JSON.parse(text) === null ? ['is null'] : []),
    yaml: (text) => yamlFaults(text),
    yml: (text) => yamlFaults(text),
    sh: (text) => spawnSync('sh', ['-n'], { input: text, encoding: 'utf8' }).stderr.split('\n').filter(Boolean),
  };
  const faultsOf = (path: string, text: string): readonly string[] =>
    readers[path.slice(path.lastIndexOf('.') + 1)]?.(text) ?? ['is of no known kind'];

  it('can be read by what their names say they are', () => {
    const faults = packs.all.flatMap(({ files }) =>
      files.flatMap(({ path, text }) => faultsOf(path, text).map((fault) => `${path}: ${fault}`)),
    );
    expect(faults).to.deep.equal([]);
    expect(faultsOf('x.yaml', 'a: [')).to.not.deep.equal([]);
    expect(faultsOf('x.sh', 'if')).to.not.deep.equal([]);
    expect(faultsOf('x.exe', '')).to.not.deep.equal([]);
    expect(() => faultsOf('x.json', '{')).to.throw();
  });

  it('write no button for what only a key that names its family may do', () => {
    const guarded = [
      ...[releaseRemove, releaseGrab, releaseSearch, indexersTest],
      ...[transcodePause, transcodeResume, transcodeRescan],
    ];
    const offered = packs.input.widgets.flatMap(({ tile }) => tile.actions ?? []);
    expect(offered).to.include.members(guarded.map(({ id }) => id));
    const texts = packs.all.flatMap(({ files }) => files.map(({ text }) => text));
    for (const { path } of guarded) expect(texts.filter((text) => text.includes(path))).to.deep.equal([]);
    expect(texts.some((text) => text.includes('/api/widgets/downloads/pause'))).to.equal(true);
  });

  it('are made of tiles with no more numbers than somebody reads at a glance', () => {
    const crowded = packs.input.widgets.filter(({ tile }) => tile.stats.length > 6).map(({ id }) => id);
    expect(crowded).to.deep.equal([]);
  });

  it('show the numbers of tiles by the texts that say so while a number is not known', () => {
    const shown = packs.input.widgets.flatMap(({ id, tile }) => tile.stats.map(({ field }) => [id, field] as const));
    const textOf = (pack: string, path?: string) =>
      packs
        .files(pack)
        .filter((file) => path === undefined || file.path === path)
        .map((file) => file.text)
        .join('');
    for (const [id, field] of shown) {
      const template = (JSON.parse(textOf('homarr-2', `homarr-2/${id}.json`)) as { template: string }).template;
      expect(template, `${id}.${field}`).to.include(`data.widget?.${field}Text`);
      expect(textOf('dashy'), `${id}.${field}`).to.include(`field: ${field}Text`);
      expect(textOf('grafana', 'grafana-infinity.json'), `${id}.${field}`).to.include(`"selector": "${field}Text"`);
    }
    const values = textOf('glance').match(/(?<=text-truncate">\{\{ \.JSON\.String ")\w+/g) ?? [];
    expect(values).to.not.have.lengthOf(0);
    for (const field of values) expect(field).to.match(/Text$/);
    const services = textOf('homepage');
    for (const field of services.match(/(?<=field: )[\w.-]+/g) ?? []) expect(field).to.match(/Text$|(^|\.)freshness$/);
  });

  it('hold the base URL, end with a line, and have nothing in them like a key', () => {
    for (const { files } of packs.all) {
      expect(files.some(({ text }) => text.includes(BASE_URL))).to.equal(true);
      for (const { path, text } of files) {
        expect(text.endsWith('\n'), path).to.equal(true);
        expect(keysIn(text), path).to.deep.equal([]);
      }
    }
    expect(keysIn('x-api-token: sl_7Zk2mQ9pL4xR8vT1nW6yB3cD5fG0hJqSaUeXiOz2kM8N4bV7')).to.have.lengthOf(1);
    expect(keysIn('0123456789abcdef0123456789abcdef')).to.have.lengthOf(1);
  });
});

/** Tags are the dashboard's own affair. */
const yamlFaults = (text: string): readonly string[] =>
  [parseAllDocuments(text, { logLevel: 'error' })].flat().flatMap(({ errors }) => errors.map(({ message }) => message));

/** Long words of digits and letters without an end. */
const keysIn = (text: string): readonly string[] =>
  (text.match(/[\w-]{24,}/g) ?? []).filter((word) => /\d/.test(word) && /[a-z]/i.test(word) && /\d.*\d.*\d/.test(word));
