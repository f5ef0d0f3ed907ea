import type { PackWidget } from '@sidelight/plugin-api';
import { expect } from 'chai';
import { fileText } from '#core/packs/file-text.js';
import { pack } from '#widgets/packs/homarr-2.js';
import { type Homarr2, homarr2Faults } from '../../support/pack-rules/homarr-2.js';
import { BASE_URL, type MadePacks, madePacks } from '../../support/packs.js';

describe('the pack of Homarr 2', () => {
  let packs: MadePacks;
  before(async () => {
    packs = await madePacks();
  });
  const file = (id: string): Homarr2 =>
    JSON.parse(packs.files('homarr-2').find(({ path }) => path === `homarr-2/${id}.json`)?.text ?? '{}');

  it('is a board for the wall and one for those who run it, and a file for each tile, that Homarr 2 takes', () => {
    const ids = ['sidelight-wall', 'sidelight-admin', ...packs.input.widgets.map(({ id }) => id)];
    const paths = ids.map((id) => `homarr-2/${id}.json`);
    expect(packs.files('homarr-2').map(({ path }) => path)).to.deep.equal(paths);
    for (const { path, text } of packs.files('homarr-2'))
      expect(homarr2Faults(JSON.parse(text)), path).to.deep.equal([]);
  });

  it('makes one request of each widget, of the route of its own, remembered for all viewers', () => {
    for (const { id, path } of packs.input.widgets) {
      const { sources, requests } = file(id);
      expect(sources['default']).to.deep.equal({
        name: 'Sidelight',
        baseUrl: BASE_URL,
        networkScope: 'private',
        auth: { type: 'apiKeyHeader', name: 'x-api-token' },
      });
      const loaded = Object.values(requests).filter(({ kind }) => kind !== 'action');
      expect(loaded).to.deep.equal([{ path, cacheSeconds: 30 }]);
    }
  });

  it('makes one request of each board', () => {
    const asked = ['sidelight-wall', 'sidelight-admin'].flatMap((id) => {
      const [request, ...others] = Object.values(file(id).requests);
      expect(others).to.deep.equal([]);
      return new URL(request?.path ?? '', BASE_URL).searchParams.get('widgets')?.split(',') ?? [];
    });
    expect(asked).to.have.members(packs.input.widgets.map(({ id }) => id));
  });

  it('goes on in a second board where one would take too many steps', () => {
    const [widget] = packs.input.widgets.filter(({ id }) => id === 'downloads');
    const many = Array.from({ length: 30 }, (_, index) => ({ ...(widget as PackWidget), id: `queue-${index}` }));
    const files = pack
      .files({ baseUrl: BASE_URL, widgets: many, actions: [] })
      .filter(({ path }) => path.includes('/sidelight-'));
    expect(files.map(({ path }) => path)).to.deep.equal([
      'homarr-2/sidelight-wall.json',
      'homarr-2/sidelight-wall-2.json',
    ]);
    const asked = files.map((one) => /widgets=([^&]*)/.exec(fileText(one))?.[1]?.split(',') ?? []);
    expect(asked.map((ids) => ids.length)).to.deep.equal([24, 6]);
    expect(asked.flat()).to.deep.equal(many.map(({ id }) => id));
  });

  it('says that an address of this machine is one', async () => {
    const made = await madePacks('http://127.0.0.1:7780/below');
    const { sources } = JSON.parse(made.files('homarr-2')[0]?.text ?? '') as Homarr2;
    expect(sources['default']).to.include({ baseUrl: 'http://127.0.0.1:7780/below', networkScope: 'loopback' });
  });

  it('offers each action of a tile, asks before, and reads the rows anew after', () => {
    for (const { id, tile } of packs.input.widgets) {
      const { requests, template, description } = file(id);
      const actions = Object.entries(requests).filter(([, { kind }]) => kind === 'action');
      const wanted = packs.input.actions.filter((action) => tile.actions?.includes(action.id)).map(({ path }) => path);
      expect(new Set(actions.map(([, { path }]) => path)), id).to.deep.equal(new Set(wanted));
      for (const [requestId, request] of actions) {
        expect(request).to.include({ method: 'POST', permission: 'modify' });
        expect(request.confirmation?.message).to.match(/\?/);
        expect(request.invalidates).to.deep.equal(['widget']);
        expect(template).to.include(`<ActionButton requestId="${requestId}"`);
      }
      expect(description?.includes('widgets-write'), id).to.equal(actions.length > 0);
    }
  });

  const changed = (id: string, change: (it: Homarr2) => object): string => {
    const it = file(id);
    return homarr2Faults({ ...it, ...change(it) }).join();
  };
  const request = (more: object) => (it: Homarr2) => ({
    requests: { ...it.requests, widget: { path: '/x', ...more } },
  });
  const action = (more: object) => (it: Homarr2) => ({
    requests: { ...it.requests, 'act3-remove': { ...it.requests['act3-remove'], ...more } },
  });
  const source = (more: object) => (it: Homarr2) => ({ sources: { default: { ...it.sources['default'], ...more } } });
  const mistakes: readonly (readonly [what: string, change: (it: Homarr2) => object, fault: RegExp])[] = [
    ['a field more', () => ({ version: 2 }), /version: schema is false/],
    ['null for a description', () => ({ description: null }), /description/],
    ['a placeholder for the address', source({ baseUrl: '{base_url}' }), /baseUrl/],
    ['a query in the address', source({ baseUrl: 'http://a/?x=1' }), /baseUrl/],
    ['no network scope', source({ networkScope: undefined }), /networkScope/],
    ['no default source', () => ({ sources: {} }), /there is no default/],
    [
      'sources that differ in case only',
      (it) => ({ sources: { ...it.sources, Default: it.sources['default'] } }),
      /comes twice/,
    ],
    ['a request of an unknown source', request({ source: 'other' }), /its source is unknown/],
    ['an id that is none', (it) => ({ requests: { ...it.requests, '4k': { path: '/x' } } }), /4k is no id/],
    ['a path of another host', request({ path: '//host/x' }), /path/],
    ['a placeholder of another kind', request({ path: '/x/{id}' }), /another placeholder/],
    ['the key as a plain header', request({ headers: { 'x-api-token': 'x' } }), /must be the auth of the source/],
    ['parameters for what is loaded', request({ body: { id: { $param: 'id' } } }), /has no parameters/],
    ['too long a cache', request({ cacheSeconds: 7200 }), /cacheSeconds/],
    ['an unknown permission', action({ permission: 'admin' }), /permission/],
    ['a confirmation without words', action({ confirmation: { title: 'x' } }), /confirmation/],
    ['an action that outdates an action', action({ invalidates: ['act1-pause'] }), /act1-pause is no query/],
    ['an action that outdates nothing known', action({ invalidates: ['rows'] }), /rows is no query/],
    [
      'a button of a query',
      (it) => ({ template: it.template.replace('act3-remove', 'widget') }),
      /widget, which is no action/,
    ],
    [
      'a button of nothing',
      (it) => ({ template: it.template.replace('requestId="act3-remove"', '') }),
      /without a literal/,
    ],
    [
      'words that look like a key',
      () => ({ description: 'API key: paste it after the import' }),
      /looks like a credential/,
    ],
    ['a token in the template', (it) => ({ template: `${it.template}{"token: abcdefgh"}` }), /looks like a credential/],
    [
      'a bearer in a label',
      (it) => ({ options: { buttons: { ...it.options['buttons'], label: 'Bearer abcdefgh' } } }),
      /looks like a credential/,
    ],
    ['a field for a password', action({ body: { password: 'x' } }), /field for a credential/],
    ['a template that is too long', (it) => ({ template: it.template.padEnd(50_001) }), /template/],
  ];
  for (const [what, change, fault] of mistakes) {
    it(`would not pass with ${what}`, () => expect(changed('downloads', change)).to.match(fault));
  }
});
