/** What is drawn of the chart of a tile, whatever its widget answers. */
import { expect } from 'chai';
import { chartView } from '#core/pages/gallery/chart-view.js';

const NOW = new Date('2026-11-20T12:00:00.000Z');
const RUBBISH = [undefined, null, {}, [], [1], { text: 'x' }, Number.NaN, '', '  '];

describe('chart view', () => {
  it('is the table that a picture is made of, without series that are nothing everywhere', () => {
    const chart = {
      kind: 'bars',
      items: 'days',
      x: 'day',
      series: [
        { field: 'films', label: 'Films', format: 'number' },
        { field: 'live', label: 'Live TV', format: 'number' },
        { field: 'size', label: 'Size', format: 'bytes' },
      ],
    } as const;
    const days = [
      { day: '2026-11-19', films: 0, live: 0, size: 2_000_000, label: 'Thu 19 Nov' },
      { day: '2026-11-20', films: 3, live: null, size: null },
    ];
    expect(chartView(days, chart, NOW)).to.deep.equal({
      kind: 'bars',
      series: ['Films', 'Size'],
      points: [
        {
          name: 'Thu 19 Nov',
          values: [
            { number: 0, text: '0' },
            { number: 2_000_000, text: '2 MB' },
          ],
        },
        {
          name: '2026-11-20',
          values: [
            { number: 3, text: '3' },
            { number: null, text: '–' },
          ],
        },
      ],
    });
    for (const rubbish of RUBBISH) {
      const [point] = chartView([{ day: rubbish, films: rubbish }], chart, NOW)?.points ?? [];
      expect(point?.values[0]?.number).to.equal(null);
      expect(chartView(rubbish, chart, NOW)?.points ?? []).to.satisfy((points: unknown[]) => points.length <= 1);
    }
    expect(chartView([], chart, NOW)).to.equal(null);
  });
});
