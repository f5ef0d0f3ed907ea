import { mediaUsers } from '@sidelight/plugin-api';
import { expect } from 'chai';
import { commit, withServices } from '../bench/services.js';

const fills = [mediaUsers];
const ADA = { id: 'u1', name: 'Ada', admin: true };

describe('the stage of the benches', () => {
  it('makes the answer of each route, as a daemon does', () =>
    withServices(fills, async ({ cache, registry, snapshots, zone }) => {
      await commit(cache, fills, { port: mediaUsers.id, kind: 'replace', items: [ADA] });
      const answers = await Promise.all(
        registry.widgets().map(async ({ id }) => {
          const { bytes } = await snapshots.payload(id, { limit: 8, zone, sources: null });
          return [id, JSON.parse(bytes.toString()) as Readonly<Record<string, unknown>>] as const;
        }),
      );
      expect(answers.flatMap(([id, answer]) => ('sourceState' in answer ? [] : [id]))).to.deep.equal([]);
      expect(new Map(answers).get('homepage')).to.include({ users: 1 });
    }));
});
