import {
  cached,
  defineWidget,
  optional,
  type Reads,
  type Tile,
  type TObject,
  Type,
  tally,
} from '@sidelight/plugin-api';
import { expect } from 'chai';
import { choiceIn, choiceText, chosen, suppliedBy } from '#core/packs/choice.js';
import type { Source } from '#core/plugins/source.js';
import { composeWidget } from '#core/widgets/composed-widget.js';
import { events, things } from '../widgets/scene.js';

type More = Pick<Tile<TObject>, 'starter' | 'within' | 'about'>;

const widget = (id: string, reads: Reads, more: More | null = {}) =>
  composeWidget(
    defineWidget({
      id,
      summary: 'Counts',
      reads,
      response: Type.Object({ n: Type.Integer() }),
      ...(more === null ? {} : { tile: { title: id, group: 'ops', icon: 'mdi-x', stats: [], ...more } }),
      render: () => ({ n: 1 }),
    }),
    { owner: 'core', settings: {} },
  );

describe('the choice of widgets for packs', () => {
  const all = [
    widget('things', { a: cached(things) }, { starter: true }),
    widget('events', { a: tally(events) }, { starter: true }),
    widget('either', { a: cached(things), b: tally(events) }, { about: ['a', 'b'] }),
    widget('about-events', { a: cached(things), b: tally(events) }, { about: 'b' }),
    widget('aside', { a: tally(events), b: optional(cached(things)) }),
    widget('nothing-asked', {}),
    widget('less', { a: cached(things) }, { within: 'things' }),
    widget('untiled', { a: cached(things) }, null),
  ];
  const ids = (...asked: Parameters<typeof chosen> extends [unknown, ...infer Rest] ? Rest : never) =>
    chosen(all, ...asked).map(({ id }) => id);
  const supplied = new Set([things.id]);

  it('is what an enabled integration fills, each thing once', () => {
    expect(ids('filled', supplied)).to.deep.equal(['things', 'either', 'nothing-asked']);
    expect(ids('filled'), 'while nobody knows').to.include('events').and.not.include('less');
  });

  it('is of these the first board, or everything, or what is named', () => {
    expect(ids('starter', supplied)).to.deep.equal(['things']);
    expect(ids('all', supplied)).to.have.lengthOf(7).and.not.include('untiled');
    expect(ids(['less', 'events'], supplied)).to.deep.equal(['events', 'less']);
    expect(() => ids(['thigns'])).to.throw('There is no widget "thigns" with a tile: did you mean "things"?');
    expect(() => ids(['untiled'])).to.throw('choose one of things');
  });

  it('is written into an address in one way', () => {
    expect(choiceIn(undefined)).to.equal('filled');
    expect(choiceIn('starter')).to.equal('starter');
    expect(choiceIn(['a, b', 'b', ''])).to.deep.equal(['a', 'b']);
    expect(choiceIn({ a: 'b' })).to.equal('filled');
    expect((['filled', 'all', ['a', 'b']] as const).map(choiceText)).to.deep.equal(['', 'all', 'a,b']);
  });

  it('knows what tasks fill and fragments serve', () => {
    const integration = { tasks: [{ fills: [things] }], fragments: [{ port: events }] };
    const sources = [{ integration }, { integration: null }] as unknown as readonly Source[];
    expect([...suppliedBy(sources)]).to.include.members([things.id, events.id]);
  });
});
