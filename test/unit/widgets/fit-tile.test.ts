/** Tiles with words that no dashboard knows: they are shown all the same, and it is told. */
import type { AnyWidget } from '@sidelight/plugin-api';
import { expect } from 'chai';
import { composePacks } from '#core/packs/compose-packs.js';
import { packInput } from '#core/packs/packs.js';
import { fitTile } from '#core/widgets/fit-tile.js';
import { loadedPacks } from '../../support/packs.js';
import { fresh, sentences, widget } from './contribution.js';

const tile = {
  title: 'Plants',
  group: 'ops',
  icon: 'mdi-flower',
  stats: [{ field: 'n', label: 'Plants', format: 'number' }],
};
const withTile = (more: object): AnyWidget =>
  widget('plants', { tile: { ...tile, ...more } as AnyWidget['tile'] & object });

describe('a tile', () => {
  it('stays as it is where every word of it is known', () => {
    expect(fitTile(withTile({ for: 'admin', actions: ['a.b'] }))).to.deep.equal({
      tile: { ...tile, for: 'admin', actions: ['a.b'] },
      changed: [],
    });
    expect(fitTile(widget('none'))).to.equal(undefined);
  });

  const strange: readonly (readonly [given: object, shown: object, sentence: string])[] = [
    [{ group: 'garden' }, { group: 'other' }, 'the group "garden" will not do: "other" stands in'],
    [{ group: 'toString' }, { group: 'other' }, 'the group "toString" will not do: "other" stands in'],
    [{ group: undefined }, { group: 'other' }, 'the group is missing: "other" stands in'],
    [{ icon: 'flower' }, { icon: 'mdi-shape-outline' }, 'the icon "flower" will not do: "mdi-shape-outline" stands in'],
    [{ title: ' ' }, { title: 'plants' }, 'the title " " will not do: "plants" stands in'],
    [{ title: {} }, { title: 'plants' }, 'the title {} will not do: "plants" stands in'],
    [{ actions: 7 }, { actions: [] }, 'the list of actions 7 will not do: [] stands in'],
    [
      { stats: [{ field: 'n', label: 'N', format: 'colour' }] },
      { stats: [{ field: 'n', label: 'N', format: 'text' }] },
      'the format of n "colour" will not do: "text" stands in',
    ],
    [
      { stats: [{ field: 'n', format: 'number' }] },
      { stats: [{ field: 'n', label: 'n', format: 'number' }] },
      'the label of n is missing: "n" stands in',
    ],
  ];
  for (const [given, shown, sentence] of strange) {
    it(`is shown though ${sentence}`, () => {
      const registry = fresh();
      registry.add('acme', { widgets: [withTile(given)] });
      expect(registry.widget('plants')?.tile).to.deep.equal({ ...tile, ...shown });
      expect(sentences(registry)).to.deep.equal([`The tile of the widget plants of acme was adjusted: ${sentence}`]);
      expect(registry.refused()[0]).to.include({
        id: 'tile_changed:acme:plants',
        type: 'tile_changed',
        severity: 'warn',
      });
    });
  }

  it('of rubbish alone keeps no pack from being made', async () => {
    const registry = fresh();
    const rubbish = { title: null, group: 'garden', icon: 7, stats: [{ field: 'n', format: 'colour' }], actions: 7 };
    registry.add('acme', { widgets: [withTile(rubbish)] });
    const { packs, faults } = composePacks(await loadedPacks(), packInput(registry, 'http://a.lan'));
    expect(faults).to.deep.equal([]);
    const text = packs.find(({ id }) => id === 'homepage')?.files[0]?.text;
    expect(text).to.include('Other:').and.include('icon: mdi-shape-outline').and.include('plants:');
  });
});
