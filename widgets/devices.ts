import { ago, cached, defineWidget, listOf, mediaDevices, newestFirst } from '@sidelight/plugin-api';
import { int, nullable, object, text, time } from './shared/fields.js';
import { globalId } from './shared/rows.js';

export const widget = defineWidget({
  id: 'devices',
  summary: 'Clients seen by the media servers, last used first',
  reads: { devices: cached(mediaDevices) },
  response: object({
    devices: int(),
    items: listOf({
      id: text(),
      name: text(),
      client: text('The app'),
      user: text('Who used it last'),
      lastAt: nullable(time()),
    }),
  }),
  tile: {
    title: 'Devices',
    group: 'playback',
    icon: 'mdi-devices',
    for: 'admin',
    stats: [{ field: 'devices', label: 'Devices', format: 'number' }],
    list: { items: 'items', name: 'name', details: ['client', 'user'], at: 'lastAt' },
  },
  render: ({ devices }, { now, limit, people }) => {
    // A device that several people use has a row for each: the newest one speaks for it.
    const known = new Map<string, (typeof devices.items)[number]>();
    for (const device of devices.items.toSorted(newestFirst((row) => row.lastAt))) {
      const id = globalId(device.source, device.id);
      if (!known.has(id)) known.set(id, device);
    }
    return {
      devices: known.size,
      items: [...known].slice(0, limit).map(([id, device]) => ({
        id,
        name: device.name,
        client: device.client ?? '',
        user: people.of({ source: device.source, name: device.user }).name,
        lastAt: device.lastAt ?? null,
        label: ago(device.lastAt, now),
      })),
    };
  },
});
