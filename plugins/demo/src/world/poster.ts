/** Posters of a world without films: a sky, a sun and hills, in colours by the title. Pure. */
import { crc32, deflateSync } from 'node:zlib';
import { fail, type Image } from '@sidelight/plugin-api';
import { chance } from './chance.js';

const WIDTH = 160;
const HEIGHT = 240;
const NAME = /^\/images\/[\w-]{1,100}$/;
const HILLS = 3;

type Colour = readonly [number, number, number];

/** @throws not_found for what no row calls its picture */
export function posterOf(name: string, seed: number): Image {
  if (!NAME.test(name)) throw fail('not_found', 'this is not a valid picture name');
  const part = (what: string | number): number => chance(seed, name, what);
  const hue = part('hue') * 360;
  const [top, bottom, sun] = [colour(hue, 0.55, 0.22), colour(hue + 50, 0.6, 0.55), colour(hue + 65, 0.8, 0.8)];
  const [x, y, radius] = [part('x') * WIDTH, (0.2 + part('y') * 0.3) * HEIGHT, 14 + part('size') * 26];
  const hills = Array.from({ length: HILLS }, (_, n) => ({
    colour: colour(hue + n * 8, 0.45, 0.2 - n * 0.05),
    tops: ridge(
      HEIGHT * (0.55 + n * 0.13),
      18 + part(`wide ${n}`) * 30,
      part(`shift ${n}`) * 6,
      8 + part(`high ${n}`) * 16,
    ),
  })).reverse();
  return png((column, row) => {
    const hill = hills.find(({ tops }) => row > (tops[column] ?? HEIGHT));
    if (hill !== undefined) return hill.colour;
    if (Math.hypot(column - x, row - y) < radius) return sun;
    return blend(top, bottom, row / (HEIGHT * 0.75));
  });
}

/** Its row in each column. */
const ridge = (row: number, wide: number, shift: number, high: number): readonly number[] =>
  Array.from({ length: WIDTH }, (_, column) => row + Math.sin(column / wide + shift) * high);

const blend = (from: Colour, to: Colour, part: number): Colour => {
  const mixed = (index: 0 | 1 | 2): number => Math.round(from[index] + (to[index] - from[index]) * Math.min(1, part));
  return [mixed(0), mixed(1), mixed(2)];
};

/** @param hue degrees; the others from 0 to 1 */
function colour(hue: number, saturation: number, lightness: number): Colour {
  const amplitude = saturation * Math.min(lightness, 1 - lightness);
  const channel = (offset: number): number => {
    const place = (offset + hue / 30) % 12;
    return Math.round(255 * (lightness - amplitude * Math.max(-1, Math.min(place - 3, 9 - place, 1))));
  };
  return [channel(0), channel(8), channel(4)];
}

function png(pixel: (column: number, row: number) => Colour): Image {
  const line = (row: number) => [0, ...Array.from({ length: WIDTH }, (_, column) => pixel(column, row)).flat()];
  const pixels = Buffer.from(Array.from({ length: HEIGHT }, (_, row) => line(row)).flat());
  const header = Buffer.alloc(13);
  header.writeUInt32BE(WIDTH, 0);
  header.writeUInt32BE(HEIGHT, 4);
  // Eight bits for each of red, green and blue.
  header.set([8, 2], 8);
  const parts = [chunk('IHDR', header), chunk('IDAT', deflateSync(pixels)), chunk('IEND', Buffer.alloc(0))];
  return { type: 'image/png', bytes: Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), ...parts]) };
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}
