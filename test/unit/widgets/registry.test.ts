import 'reflect-metadata';
import { defineAction, downloadPause, live, Type } from '@sidelight/plugin-api';
import { expect } from 'chai';
import { contributionsOf, ownContributionsOf } from '#core/widgets/contributions.js';
import { Registry } from '#core/widgets/registry.js';
import { recordingLog } from '../../support/recording-log.js';
import { fresh, lookup, sentences, summary, widget } from './contribution.js';
import { makeSource, rule, things } from './scene.js';

describe('Registry', () => {
  it('composes each widget with its path and the fields that every payload carries', () => {
    const registry = fresh();
    registry.add('core', { widgets: [widget('things'), widget('now', { reads: { it: live(things) } })] });
    const composed = registry.widget('things');
    expect(composed).to.include({ path: '/api/widgets/things', freshness: 'cached' });
    expect(Object.keys(composed?.response.properties ?? {})).to.deep.equal([
      ...['service', 'n', 'updatedAt', 'sourceState', 'freshness', 'sources'],
    ]);
    expect(registry.widget('now')).to.include({ freshness: 'live' });
    expect(registry.refused()).to.deep.equal([]);
  });

  it('gives another list of widgets whenever something was added', () => {
    const registry = fresh();
    const before = registry.widgets();
    registry.add('core', { summaries: [summary('a', ['x'])] });
    expect(registry.widgets()).to.not.equal(before);
  });

  it('takes in a plugin once, however many integrations it has', () => {
    const registry = fresh();
    const contributions = {
      widgets: [widget('w')],
      summaries: [summary('s', ['x'])],
      digestRules: [rule('r', () => [])],
    };
    const plugin = { ...makeSource('a').plugin, ...contributions };
    registry.add('acme', contributionsOf(plugin));
    registry.add('acme', contributionsOf(plugin));
    expect(registry.refused()).to.deep.equal([]);
    expect(registry.widgets().map(({ id }) => id)).to.deep.equal(['homepage', 'w']);
  });

  it('knows the actions of the vocabulary, and those that integrations handle beside them', () => {
    const own = defineAction({ ...downloadPause, id: 'acme.nudge', path: '/api/widgets/nudges' });
    const handler = (action: typeof own) => ({ action, run: async () => undefined });
    const registry = fresh();
    const { integration } = makeSource('a', { actions: [handler(downloadPause), handler(own)] });
    registry.add('acme', ownContributionsOf(integration));
    registry.add('other', ownContributionsOf(integration));
    const ids = registry.actions().map(({ id }) => id);
    expect(ids).to.include.members(['download.pause', 'session.stop', 'acme.nudge']);
    expect(new Set(ids).size).to.equal(ids.length);
    expect(registry.refused()).to.deep.equal([]);
  });

  it('knows the settings of what was brought, and refuses what counts on those of another plugin', () => {
    const schema = Type.Object({ unit: Type.String() });
    const origin = { schema, settings: { unit: 'kelvin' } };
    const registry = fresh();
    const [gauge, slice] = [widget('gauge', { settings: schema }), summary('s', ['x'], { settings: schema })];
    registry.add('acme', { widgets: [gauge], summaries: [slice] }, origin);
    registry.add('other', { widgets: [widget('dial', { settings: Type.Object({}) })] }, origin);
    registry.add('third', { rules: [{ ...rule('r', () => []), settings: schema }] });
    expect(registry.widget('gauge')?.settings).to.deep.equal({ unit: 'kelvin' });
    expect(registry.settingsOf(slice)).to.deep.equal({ unit: 'kelvin' });
    expect(registry.settingsOf(widget('unknown'))).to.deep.equal({});
    expect(sentences(registry)).to.deep.equal([
      'The widget dial of other is omitted: its settings differ from those its plugin declares',
      'The digest rule r of third is omitted: its settings differ from those its plugin declares',
    ]);
  });

  it('names every read, and every port beside those of the vocabulary', () => {
    const registry = fresh();
    registry.add('core', { widgets: [widget('w')], summaries: [summary('s', ['x'])] });
    expect(registry.reads()).to.have.lengthOf(2);
    expect(registry.ports().map(({ id }) => id)).to.include.members(['test.things', 'media.users']);
  });

  const collisions: readonly (readonly [what: string, act: (registry: Registry) => void, sentence: string])[] = [
    [
      'a widget of the host’s own',
      (it) => it.add('acme', { widgets: [widget('things')] }),
      'The widget things of acme is omitted: Sidelight’s own widget things has it already',
    ],
    [
      'the widget of an earlier plugin',
      (it) => {
        it.add('acme', { widgets: [widget('gauge')] });
        it.add('other', { widgets: [widget('gauge')] });
      },
      'The widget gauge of other is omitted: acme’s widget gauge has it already',
    ],
    [
      'a path with a parameter',
      (it) => it.add('acme', { widgets: [widget('one', { path: '/api/item/new' })] }),
      'The widget one of acme is omitted: its path /api/item/new is taken by /api/item/:id of Sidelight itself',
    ],
    [
      'a path by a lookup',
      (it) => it.add('acme', { lookups: [lookup('/api/item/:id')] }),
      'The lookup /api/item/:id of acme is omitted: its path /api/item/:id is taken by /api/item/:id of Sidelight itself',
    ],
    [
      'a key of the homepage',
      (it) => it.add('acme', { summaries: [summary('more', ['fresh', 'total'])] }),
      'The summary more of acme is omitted: Sidelight’s own key total has it already',
    ],
    [
      'a digest rule',
      (it) => it.add('acme', { rules: [rule('late', () => [])] }),
      'The digest rule late of acme is omitted: Sidelight’s own digest rule late has it already',
    ],
    [
      'an action of another shape',
      (it) => it.add('acme', { actions: [defineAction({ ...downloadPause, path: '/api/widgets/downloads/halt' })] }),
      'The action download.pause of acme is omitted: Sidelight’s own action download.pause has it already',
    ],
    [
      'the homepage itself',
      (it) => it.add('acme', { widgets: [widget('homepage')] }),
      'The widget homepage of acme is omitted: homepage is made of all summaries: contribute one of these',
    ],
  ];
  for (const [what, act, sentence] of collisions) {
    it(`refuses what collides with ${what}, and keeps the rest`, () => {
      const registry = fresh();
      registry.add('core', {
        widgets: [widget('things')],
        summaries: [summary('totals', ['total'])],
        lookups: [lookup('/api/item/:id')],
        rules: [rule('late', () => [])],
      });
      act(registry);
      registry.add('acme', { widgets: [widget('other')] });
      expect(sentences(registry)).to.deep.equal([sentence]);
      expect(registry.refused()[0]).to.include({ type: 'contribution_refused', severity: 'warn' });
      expect(registry.widget('other')).to.not.equal(undefined);
    });
  }

  it('swaps its contents as a whole: what they did not bring again is gone, its refusals too', () => {
    const registry = fresh();
    const acme = { widgets: [widget('gauge')], summaries: [summary('s', ['x'])], rules: [rule('r', () => [])] };
    registry.add('acme', { ...acme, lookups: [lookup('/api/gauge/:id')] });
    registry.add('other', { widgets: [widget('gauge')] });
    expect(sentences(registry)).to.have.lengthOf(1);
    const widgets = registry.widgets();
    const next = registry.empty();
    next.add('other', { widgets: [widget('gauge')] });
    expect(registry.widgets(), 'not before the swap').to.equal(widgets);
    registry.swap(next, [{ id: 'p', type: 'port_changed', severity: 'error', text: 'p changed' }]);
    expect(registry.widgets().map(({ id }) => id)).to.deep.equal(['homepage', 'gauge']);
    expect(registry.widget('gauge')).to.not.equal(widgets[1]);
    expect(registry.widget('homepage')?.response.properties).to.not.have.property('x');
    expect([registry.lookups(), registry.rules(), registry.summaries()]).to.deep.equal([[], [], []]);
    expect(sentences(registry)).to.deep.equal(['p changed']);
  });

  it('tells each refusal once, for as long as it is true', () => {
    const log = recordingLog();
    const registry = new Registry(log);
    const fill = () => {
      const contents = registry.empty();
      contents.add('acme', { widgets: [widget('gauge')] });
      contents.add('other', { widgets: [widget('gauge')] });
      return contents;
    };
    registry.swap(fill());
    registry.swap(fill());
    expect(log.lines).to.have.lengthOf(1);
    registry.swap(registry.empty());
    registry.swap(fill());
    expect(log.lines).to.have.lengthOf(2);
  });

  it('says what to write where the path of an action is not absolute', () => {
    const paths = [
      'nudges/now',
      '/nudges',
      'api/widgets/nudges',
      '/api/nudges',
      '/api/widgets/:id',
      'no way',
      undefined,
    ];
    const refusal = (path: unknown) => {
      const registry = fresh();
      registry.add('acme', { actions: [{ ...downloadPause, id: 'acme.nudge', path } as never] });
      return sentences(registry).join();
    };
    const about = 'The action acme.nudge of acme is omitted: its path';
    expect(paths.map(refusal)).to.deep.equal([
      `${about} nudges/now must look like /api/widgets/things/act: write /api/widgets/nudges/now`,
      `${about} /nudges must look like /api/widgets/things/act: write /api/widgets/nudges`,
      `${about} api/widgets/nudges must look like /api/widgets/things/act: write /api/widgets/nudges`,
      `${about} /api/nudges must look like /api/widgets/things/act: write /api/widgets/nudges`,
      `${about} /api/widgets/:id must look like /api/widgets/things/act`,
      `${about} no way must look like /api/widgets/things/act`,
      `${about} undefined must look like /api/widgets/things/act`,
    ]);
  });

  it('survives what is no contribution at all', () => {
    const registry = fresh();
    registry.add('acme', { widgets: [null as never, widget('w')], lookups: [lookup('/api/things/:name')] });
    expect(sentences(registry)).to.have.lengthOf(2);
    expect(sentences(registry)[1]).to.contain('its params do not declare name');
    expect(registry.widget('w')).to.not.equal(undefined);
  });
});
