// Makes a picture of each table of a chart. Colours are told apart by patterns and dashes, too, and the table stays for who cannot see it.
import uPlot from './uplot.js';

const HEIGHT = 130;
/** Beyond these a day was as it should be, or was not. */
const GOOD = 99.5;
const POOR = 95;
const drawn = new Map();

/** Draws what is below an element and not drawn yet; what has left the page is forgotten. */
export function drawCharts(root) {
  for (const [figure, chart] of drawn) {
    if (figure.isConnected) continue;
    chart.end();
    drawn.delete(figure);
  }
  for (const figure of root.querySelectorAll('figure.chart')) if (!drawn.has(figure)) drawn.set(figure, draw(figure));
}

function draw(figure) {
  const table = tableOf(figure);
  const plot = figure.querySelector('.chart-plot');
  const style = getComputedStyle(figure);
  const colour = (name) => style.getPropertyValue(name).trim();
  const around = { figure, table, colour, reading: figure.querySelector('.chart-reading') };
  const chart = new uPlot(optionsOf(around, plot.clientWidth), dataOf(table, figure.dataset.kind), plot);
  figure.classList.add('drawn');
  const watcher = new ResizeObserver(() => chart.setSize({ width: plot.clientWidth, height: HEIGHT }));
  watcher.observe(plot);
  return {
    end() {
      watcher.disconnect();
      chart.destroy();
      figure.classList.remove('drawn');
    },
  };
}

function tableOf(figure) {
  const rows = [...figure.querySelectorAll('tbody tr')];
  return {
    labels: [...figure.querySelectorAll('thead th')].map((cell) => cell.textContent),
    names: rows.map((row) => row.querySelector('th').textContent),
    texts: rows.map((row) => [...row.querySelectorAll('td')].map((cell) => cell.textContent)),
    values: rows.map((row) =>
      [...row.querySelectorAll('td')].map(({ dataset }) => (dataset.value === '' ? null : Number(dataset.value))),
    ),
  };
}

const isStacked = (kind) => kind === 'bars' || kind === 'area';

/** Of what stands on each other the whole comes first, so that each next one covers its lower part. */
function dataOf({ names, labels, values }, kind) {
  const columns = labels.map((_, column) =>
    values.map((row) => (isStacked(kind) ? sumOf(row.slice(0, column + 1)) : row[column])),
  );
  return [names.map((_, index) => index), ...(isStacked(kind) ? columns.reverse() : columns)];
}

const sumOf = (row) => (row.every((value) => value === null) ? null : row.reduce((sum, value) => sum + (value ?? 0), 0));

function optionsOf(around, width) {
  const { figure, table, colour } = around;
  const { kind } = figure.dataset;
  const muted = colour('--tile-muted');
  const axis = { stroke: muted, ticks: { show: false }, font: '11px system-ui, sans-serif' };
  return {
    width,
    height: HEIGHT,
    legend: { show: false },
    cursor: { drag: { setScale: false }, points: { show: false }, y: false },
    scales: {
      x: { time: false, range: [-0.5, table.names.length - 0.5] },
      y: kind === 'uptime' ? { range: [0, 100] } : { range: (_, low, high) => rangeOf(kind, low, high) },
    },
    axes: [
      { ...axis, grid: { show: false }, size: 22, space: 70, incrs: [1, 2, 5, 7, 14, 30, 60, 90], values: (_, at) => at.map((index) => table.names[index] ?? '') },
      { ...axis, grid: { stroke: colour('--pico-muted-border-color'), width: 1 }, size: 42, space: 34, values: (_, at) => at.map(short) },
    ],
    series: [{}, ...seriesOf(around, kind)],
    hooks: { setCursor: [(chart) => read(chart, around)] },
  };
}

/** Bars begin at nothing; a line would be flat that did. */
function rangeOf(kind, low, high) {
  if (isStacked(kind)) return [0, high > 0 ? high * 1.05 : 1];
  const room = (high - low || Math.abs(high) || 1) * 0.1;
  return [low - room, high + room];
}

function seriesOf({ table, colour }, kind) {
  const styles = table.labels.map((_, index) => {
    const stroke = colour(`--chart-${(index % 5) + 1}`);
    return { stroke, fill: patternOf(index, stroke, colour('--pico-background-color')) };
  });
  switch (kind) {
    case 'bars':
      return styles.reverse().map((style) => ({ ...style, width: 0, points: { show: false }, paths: uPlot.paths.bars({ size: [0.75, 24] }) }));
    case 'area':
      return styles.reverse().map((style) => ({ ...style, width: 1, points: { show: false } }));
    case 'uptime':
      return [{ width: 0, points: { show: false }, paths: uPlot.paths.bars({ size: [0.8, 24], disp: uptimeFills(colour) }), stroke: colour('--ok'), fill: colour('--ok') }];
    default:
      return styles.map(({ stroke }, index) => ({ stroke, width: 2, dash: DASHES[index % DASHES.length], spanGaps: false, points: { show: table.names.length < 2 } }));
  }
}

const DASHES = [[], [6, 4], [2, 3], [10, 3, 2, 3], [12, 5]];

/** A day that was not as it should be is lower as well as red. */
const uptimeFills = (colour) => ({
  fill: {
    unit: 3,
    values: (chart, series) =>
      chart.data[series].map((value) => colour(value === null || value >= GOOD ? '--ok' : value >= POOR ? '--warn' : '--bad')),
  },
});

/** Full, then stripes one way, the other way, dots, lines. */
function patternOf(index, stroke, ground) {
  if (index % 5 === 0) return stroke;
  const tile = document.createElement('canvas');
  tile.width = 8;
  tile.height = 8;
  const pen = tile.getContext('2d');
  pen.fillStyle = ground;
  pen.fillRect(0, 0, 8, 8);
  pen.strokeStyle = stroke;
  pen.fillStyle = stroke;
  pen.lineWidth = 3;
  MARKS[(index % 5) - 1](pen);
  return pen.createPattern(tile, 'repeat');
}

const line = (pen, ...points) => {
  pen.beginPath();
  for (const [x1, y1, x2, y2] of points) {
    pen.moveTo(x1, y1);
    pen.lineTo(x2, y2);
  }
  pen.stroke();
};
const MARKS = [
  (pen) => line(pen, [-2, 10, 10, -2], [-2, 2, 2, -2], [6, 10, 10, 6]),
  (pen) => line(pen, [-2, -2, 10, 10], [6, -2, 10, 2], [-2, 6, 2, 10]),
  (pen) => {
    pen.fillRect(1, 1, 3, 3);
    pen.fillRect(5, 5, 3, 3);
  },
  (pen) => line(pen, [0, 2, 8, 2], [0, 6, 8, 6]),
];

/** What is under the pointer, in words. */
function read(chart, { table, reading }) {
  const { idx } = chart.cursor;
  const row = idx === null || idx === undefined ? undefined : table.texts[idx];
  if (row === undefined) {
    reading.textContent = '';
    return;
  }
  const told = row.map((text, column) => (row.length === 1 ? text : `${table.labels[column]} ${text}`));
  reading.textContent = `${table.names[idx]}: ${told.join(', ')}`;
}

const UNITS = [
  [1e12, 'T'],
  [1e9, 'G'],
  [1e6, 'M'],
  [1e4, 'k', 1e3],
];

function short(value) {
  const [, unit, size] = UNITS.map(([least, name, by = least]) => [least, name, by]).find(([least]) => Math.abs(value) >= least) ?? [0, '', 1];
  return `${Math.round((value / size) * 100) / 100}${unit}`;
}

drawCharts(document);
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => {
  for (const [figure, chart] of drawn) {
    chart.end();
    drawn.set(figure, draw(figure));
  }
});
