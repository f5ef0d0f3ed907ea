/** What is kept of pictures: asked for once, as long as there is room, and only what is a picture. */
import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { codeOf, fail, type Integration } from '@sidelight/plugin-api';
import { expect } from 'chai';
import { ImageStore } from '#core/images/image-store.js';
import { manualClock } from '../../support/manual-clock.js';
import { type TempFolder, tempFolder } from '../../support/temp-folder.js';
import { sourceOf } from '../sync/house.js';

const PNG = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
const bytesOf = (size: number): Uint8Array => Buffer.concat([PNG, Buffer.alloc(size - PNG.length)]);

describe('pictures on the disk', () => {
  let folder: TempFolder;
  beforeEach(() => {
    folder = tempFolder();
  });
  afterEach(() => folder.remove());

  /** @param answers by name: bytes, or what it throws */
  function store(answers: Readonly<Record<string, Uint8Array | Error>>, room?: number) {
    const asked: string[] = [];
    let most = 0;
    let underWay = 0;
    const image: Integration['image'] = async (name) => {
      asked.push(name);
      underWay += 1;
      most = Math.max(most, underWay);
      await new Promise(setImmediate);
      underWay -= 1;
      const answer = answers[name] ?? bytesOf(100);
      if (answer instanceof Error) throw answer;
      return { type: 'image/jpeg', bytes: answer };
    };
    const sources = new Map([
      ['films', sourceOf('films', { image })],
      ['feeds', sourceOf('feeds', {})],
    ]);
    const clock = manualClock();
    const path = join(folder.path, 'images');
    const images = new ImageStore({
      ...{ folder: path, sources, clock },
      ...(room === undefined ? {} : { room }),
    });
    const get = (name: string, source = 'films') => images.get({ source, name });
    const refusal = (name: string, source = 'films') => get(name, source).then(() => 'shown', codeOf);
    return { images, get, refusal, asked, clock, path, most: () => most };
  }

  it('are asked for once, also by many at once and after a restart', async () => {
    const first = store({});
    const [one, two] = await Promise.all([first.get('a'), first.get('a')]);
    expect([one.type, one.etag, one.bytes.length]).to.deep.equal(['image/png', two.etag, 100]);
    await first.get('a');
    expect(first.asked).to.deep.equal(['a']);
    const later = store({});
    expect((await later.get('a')).etag).to.equal(one.etag);
    expect(later.asked).to.deep.equal([]);
    expect(readdirSync(first.path).map((name) => statSync(join(first.path, name)).mode & 0o777)).to.deep.equal([0o600]);
  });

  it('of one name are those of their own source', async () => {
    const { get, refusal } = store({});
    await get('a');
    expect(await refusal('a', 'feeds')).to.equal('not_found');
    expect(await refusal('a', 'nobody')).to.equal('not_found');
  });

  it('are shown by what they begin with, whatever their server says', async () => {
    const { get, refusal } = store({
      jpeg: Buffer.from('\xff\xd8\xff\xe0', 'latin1'),
      webp: Buffer.from('RIFF1234WEBPVP8 ', 'latin1'),
      avif: Buffer.from('\0\0\0\x20ftypavif', 'latin1'),
      gif: Buffer.from('GIF89a'),
      page: Buffer.from('<html><script>alert(1)</script>'),
      drawing: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>'),
      nothing: Buffer.alloc(0),
    });
    const types = await Promise.all(['jpeg', 'webp', 'avif', 'gif'].map(async (name) => (await get(name)).type));
    expect(types).to.deep.equal(['image/jpeg', 'image/webp', 'image/avif', 'image/gif']);
    for (const name of ['page', 'drawing', 'nothing']) expect(await refusal(name), name).to.equal('bad_response');
  });

  it('are refused when they are huge', async () => {
    const { refusal, path } = store({ huge: bytesOf(5_000_001), large: bytesOf(5_000_000) });
    expect(await refusal('huge')).to.equal('bad_response');
    expect(await refusal('large')).to.equal('shown');
    expect(readdirSync(path).length).to.equal(1);
  });

  it('make room for others, those first that nobody has looked at for longest', async () => {
    const { get, asked, path } = store({}, 350);
    for (const name of ['a', 'b', 'c', 'a', 'd']) await get(name);
    expect(asked).to.deep.equal(['a', 'b', 'c', 'd']);
    expect(readdirSync(path).length).to.equal(3);
    await get('a');
    expect(asked.length).to.equal(4);
    await get('b');
    expect(asked.length).to.equal(5);
  });

  it('are counted with those of a former run, whose half files are swept away', async () => {
    const path = join(folder.path, 'images');
    mkdirSync(path);
    writeFileSync(join(path, '.half.1.partial'), bytesOf(100));
    const before = store({}, 350);
    for (const name of ['a', 'b', 'c']) await before.get(name);
    await store({}, 350).get('d');
    expect(readdirSync(path).filter((name) => name.endsWith('.partial'))).to.deep.equal([]);
    expect(readdirSync(path).length).to.equal(3);
  });

  it('are not asked for again at once when they could not be had', async () => {
    const { refusal, asked, clock } = store({ gone: fail('not_found', 'it is gone') });
    expect(await refusal('gone')).to.equal('not_found');
    expect(await refusal('gone')).to.equal('not_found');
    expect(asked.length).to.equal(1);
    await clock.advance(60_000);
    expect(await refusal('gone')).to.equal('not_found');
    expect(asked.length).to.equal(2);
  });

  it('are asked for a few at a time', async () => {
    const { get, asked, most } = store({});
    await Promise.all(Array.from({ length: 40 }, (_, index) => get(`poster ${index}`)));
    expect([asked.length, most() <= 4]).to.deep.equal([40, true]);
  });

  it('are shown where they cannot be kept', async () => {
    writeFileSync(join(folder.path, 'images'), 'no folder');
    const { get } = store({});
    expect((await get('a')).type).to.equal('image/png');
  });
});
