/** The templates of Home Assistant's pack, rendered by a real Jinja on what a real daemon answers. */
import { expect } from 'chai';
import { parse } from 'yaml';
import { type Daemon, startDaemon, until } from '../support/daemon.js';
import { entityIdsIn, type HomeAssistantFile, packageIn } from '../support/pack-rules/home-assistant.js';
import { render, renderStates, type State } from './jinja.js';

interface Entity {
  readonly unique_id: string;
  readonly state: string;
  readonly availability: string;
  readonly device_class?: string;
  readonly attributes?: Readonly<Record<string, string>>;
}

for (const board of ['wall', 'admin']) {
  describe(`the pack of Home Assistant for the board ${board}, in Jinja`, () => {
    let daemon: Daemon;
    let file: HomeAssistantFile;
    let text: string;
    let key: string;
    let widgets: Record<string, { status: number; body: Record<string, unknown> }>;
    let ids: readonly string[];
    let all: readonly Entity[];

    before(async () => {
      daemon = await startDaemon({ flags: ['--demo'] });
      const answer = await daemon.get(`/widgets/home-assistant/${board}.yaml`);
      file = packageIn(answer.text);
      ids = entityIdsIn(answer.text);
      all = file.template.flatMap((one): readonly Entity[] => [...one.sensor, ...(one.binary_sensor ?? [])]);
      key = daemon.key();
      const asked = await until(
        () => daemon.get(path(), key),
        ({ json }) => !JSON.stringify(json).includes('no answer yet'),
      );
      text = asked.text;
      widgets = asked.json['widgets'] as typeof widgets;
    });
    after(() => daemon.dispose());
    const path = (): string => (file.rest[0]?.resource ?? '').slice(daemon.url.length);
    const kept = (): string => ids[0] ?? '';
    const asking = () => file.rest.flatMap(({ sensor }) => sensor);
    /** What Home Assistant holds after an answer. */
    const held = (state: string, given = widgets): Readonly<Record<string, State>> => ({
      [kept()]: { state, attributes: { widgets: given } },
    });

    it('is live when all is, and says what is not', () => {
      const late = text.replace('"freshness":"live"', '"freshness":"Seerr down, 4 min old"');
      const [[live] = [], [then] = []] = render(asking(), [text, late]);
      expect(live).to.deep.equal({ available: true, value: 'live' });
      expect(then).to.deep.equal({ available: true, value: 'Seerr down, 4 min old' });
    });

    it('is unavailable when the answer is something else', async () => {
      const refused = [await daemon.get(path()), await daemon.get(path(), 'sl_wrong'), await daemon.get('/api/x', 'x')];
      expect(refused.map(({ status }) => status)).to.deep.equal([401, 401, 404]);
      const bodies = [...refused.map(({ text: body }) => body), '<h1>502</h1>', '', '{}', '[]', 'null', '3', '"x"'];
      for (const [index, [shown] = []] of render(asking(), bodies).entries()) {
        expect(shown?.available, bodies[index]).to.equal(false);
        // A template that fails is logged each minute.
        expect(shown?.value, bodies[index]).to.equal('live');
      }
    });

    it('has entities for every value, of which none fails', () => {
      const states = held('live');
      const values = renderStates(
        all.map(({ state }) => state),
        states,
      );
      for (const [index, { unique_id, device_class, state }] of all.entries()) {
        const value = values[index];
        if (device_class === 'timestamp')
          expect(value === null || Date.parse(String(value)) > 0, unique_id).to.equal(true);
        else if (state.includes('round(') || unique_id.endsWith('_list')) expect(value, unique_id).to.be.a('number');
        else expect(value, unique_id).to.not.be.oneOf([null, '', 'None']);
      }
      expect(
        new Set(
          renderStates(
            all.map(({ availability }) => availability),
            states,
          ),
        ),
      ).to.deep.equal(new Set([true]));
    });

    it('has the rows of a list as an attribute, short enough to be recorded', () => {
      const lists = all.filter(({ attributes }) => attributes !== undefined);
      expect(lists).to.have.length.above(4);
      const rows = renderStates(
        lists.map(({ attributes }) => attributes?.['items'] ?? ''),
        held('live'),
      );
      for (const [index, { unique_id }] of lists.entries()) {
        expect(rows[index], unique_id).to.be.an('array').with.length.at.most(8);
        expect(Buffer.byteLength(JSON.stringify(rows[index])), unique_id).to.be.below(16_384);
      }
      const filled = rows.filter((some) => Array.isArray(some) && some.length > 0);
      expect(filled.length).to.be.above(2);
    });

    it('is unavailable, and fails nowhere, without an answer, and unknown without a widget', () => {
      const templates = all.map(({ state }) => state);
      const gone = { [kept()]: { state: 'unavailable', attributes: {} } };
      expect(
        new Set(
          renderStates(
            all.map(({ availability }) => availability),
            gone,
          ),
        ),
      ).to.deep.equal(new Set([false]));
      for (const states of [gone, held('live', {})])
        expect(new Set(renderStates(templates, states))).to.deep.equal(new Set([null]));
      const forbidden = Object.fromEntries(
        Object.keys(widgets).map((id) => [id, { status: 403, body: { error: { code: 'scope' } } }]),
      );
      expect(new Set(renderStates(templates, held('live', forbidden)))).to.deep.equal(new Set([null]));
    });

    it('has cards that draw the rows, and say so when there are none', async () => {
      const { text: dashboard } = await daemon.get(`/widgets/home-assistant/${board}-dashboard.yaml`);
      const { views } = parse(dashboard) as { views: { sections: { cards: { content?: string }[] }[] }[] };
      const contents = views.flatMap(({ sections }) =>
        sections.flatMap(({ cards }) => cards.flatMap(({ content }) => content ?? [])),
      );
      const lists = all.filter(({ attributes }) => attributes !== undefined);
      const rows = renderStates(
        lists.map(({ attributes }) => attributes?.['items'] ?? ''),
        held('live'),
      );
      const listIds = ids.filter((id) => id.endsWith('_list'));
      const states = (freshness: string, full: boolean): Record<string, State> => ({
        ...held('live'),
        ...Object.fromEntries(
          listIds.map((id, index) => [id, { state: '1', attributes: { freshness, items: full ? rows[index] : [] } }]),
        ),
      });
      const drawn = renderStates(contents, states('live', true)).map(String);
      for (const shown of drawn) expect(shown).to.not.match(/None|undefined|Seerr down/);
      const empty = renderStates(contents, states('live', false)).map(String);
      expect(empty.filter((shown) => shown === 'Nothing here')).to.have.lengthOf(listIds.length);
      const unknown = renderStates(contents, {}).map(String);
      expect(unknown.filter((shown) => shown === '–')).to.have.lengthOf(listIds.length);
      const late = renderStates(contents, states('Seerr down, 4 min old', true)).map(String);
      expect(late.filter((shown) => shown.includes('<font color="red">Seerr down, 4 min old'))).to.have.lengthOf(
        listIds.length,
      );
    });
  });
}
