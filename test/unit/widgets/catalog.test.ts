import 'reflect-metadata';
import { live } from '@sidelight/plugin-api';
import { fakeClock } from '@sidelight/plugin-api/testing';
import { expect } from 'chai';
import { Catalog } from '#core/widgets/catalog.js';
import { fresh, lookup, widget } from './contribution.js';
import { facts } from './scene.js';

describe('Catalog', () => {
  it('lists what a key can reach, with the scope that it takes', () => {
    const registry = fresh();
    registry.add('core', {
      widgets: [widget('things'), widget('now', { reads: { it: live(facts) } }), widget('own', { path: '/api/own' })],
      lookups: [lookup('/api/item/:id')],
    });
    const clock = fakeClock();
    const catalog = new Catalog(registry, clock);
    const payload = catalog.render();
    const of = (path: string) => payload.endpoints.find((endpoint) => endpoint.path === path);
    expect(payload).to.deep.include({
      service: true,
      snapshot: '/api/widgets/homepage',
      events: '/api/events',
      auth: { header: 'x-api-token', settings: '/settings/api-key' },
    });
    expect(of('/api/widgets/things')).to.include({ method: 'GET', scope: 'widgets-only', freshness: 'cached' });
    expect(of('/api/widgets/now')).to.include({ freshness: 'live' });
    expect(of('/api/own')).to.include({ scope: 'full' });
    expect(of('/api/item/:id')).to.include({ scope: 'full' });
    expect(of('/api/widgets/downloads/pause')).to.include({
      method: 'POST',
      scope: 'widgets-write',
      freshness: 'live',
    });
    clock.advance(60_000);
    expect(catalog.render(), 'the same until something is added').to.equal(payload);
  });
});
