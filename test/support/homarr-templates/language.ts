/**
 * What a template of Homarr 2 may say, as declarations for a TypeScript compiler that knows no library: the bindings
 * and value methods that are documented, and the components with the properties that packs may use. What is drawn is
 * text, a number, an element or nothing: flags, objects and missing values draw as blanks, so they are refused.
 */
export const LIBRARY = `
interface Object {} interface Function {} interface CallableFunction extends Function {} interface NewableFunction extends Function {}
interface IArguments {} interface RegExp {} interface Boolean {}
interface Array<T> { readonly length: number; map<U>(each: (one: T, index: number) => U): U[]; filter(each: (one: T) => boolean): T[]; includes(one: unknown): boolean; join(by: string): string; slice(from: number, to?: number): T[]; [index: number]: T }
interface ReadonlyArray<T> { readonly length: number; map<U>(each: (one: T, index: number) => U): U[]; includes(one: unknown): boolean; readonly [index: number]: T }
interface String { readonly length: number; slice(from: number, to?: number): string; replace(a: string, b: string): string; includes(part: string): boolean; toUpperCase(): string; toLowerCase(): string; trim(): string }
interface Number { toFixed(digits: number): string; toLocaleString(locale?: string): string }
declare const Number: (value: unknown) => number;
declare const String: (value: unknown) => string;
declare const Boolean: (value: unknown) => boolean;
declare const Math: { abs(n: number): number; ceil(n: number): number; floor(n: number): number; round(n: number): number; max(...n: number[]): number; min(...n: number[]): number };
declare namespace JSX { interface Element { readonly drawn: true } interface IntrinsicElements {} interface IntrinsicAttributes { key?: string | number } interface ElementChildrenAttribute { children: {} } }
`;

const SPACE = `'p' | 'px' | 'py' | 'm' | 'mt' | 'mb' | 'h' | 'w'`;
const GROUP = `${SPACE} | 'gap' | 'justify' | 'align' | 'wrap' | 'flex' | 'miw'`;

const COMPONENTS: Readonly<Record<string, string>> = {
  Stack: `Box<${GROUP}>`,
  Group: `Box<${GROUP}>`,
  SimpleGrid: `Box<${SPACE} | 'cols' | 'spacing'>`,
  Paper: `Box<${SPACE} | 'withBorder' | 'radius'>`,
  Text: `Box<${SPACE} | 'size' | 'c' | 'fw' | 'truncate' | 'span' | 'flex'>`,
  Anchor: `Box<${SPACE} | 'size' | 'c' | 'fw' | 'truncate'> & { href: string; target: '_blank'; rel: 'noopener noreferrer' }`,
  Image: `Empty<'w' | 'h' | 'radius' | 'fit'> & { src: string; alt: string }`,
  Badge: `Box<${SPACE} | 'color' | 'variant' | 'size'>`,
  Alert: `Box<${SPACE} | 'color' | 'title' | 'variant'>`,
  Skeleton: `Empty<'height' | 'width' | 'radius'>`,
  Progress: `Empty<'size' | 'color'> & { value: number }`,
  TabsContainer: `{ children?: Drawn }`,
  TabPanel: `{ value: string; label: string; children?: Drawn }`,
  ...Object.fromEntries(['LineChart', 'AreaChart', 'BarChart'].map((name) => [name, 'Chart'])),
  RefreshButton: `{}`,
  TextInput: `Empty<'size' | 'label' | 'placeholder'> & { bind: string }`,
  ActionButton: `Box<'size' | 'variant' | 'color' | 'fullWidth'> & { requestId: string; params?: { [name: string]: string | number | undefined }; disabled?: boolean }`,
};

/** Elements are plain values: `{ type, props, children }`. */
export const RUNTIME = `
export const h = (type, props, ...children) => ({ type, props: props ?? {}, children });
${Object.keys(COMPONENTS)
  .map((name) => `export const ${name} = '${name}';`)
  .join('\n')}
`;

export const RUNTIME_TYPES = `
type Drawn = string | number | null | JSX.Element | readonly Drawn[];
type Style = string | number | boolean | { readonly base: number; readonly sm?: number; readonly md?: number };
type Box<Names extends string> = { [Name in Names]?: Style } & { children?: Drawn };
type Empty<Names extends string> = { [Name in Names]?: Style };
type Chart = Empty<'h' | 'withLegend' | 'gridAxis' | 'withYAxis' | 'withDots' | 'curveType' | 'type'> & {
  data: readonly object[]; dataKey: string; series: readonly { name: string; label: string; color: string }[] };
export declare const h: unknown;
${Object.entries(COMPONENTS)
  .map(([name, props]) => `export declare const ${name}: (props: ${props}) => JSX.Element;`)
  .join('\n')}
`;

export const HEADER = `import { h, ${Object.keys(COMPONENTS).join(', ')} } from './runtime.js';`;

/** Mapped types need them, and nothing else does. */
export const STATUS_TYPE =
  '{ readonly widget?: { readonly loading: boolean; readonly ok: boolean; readonly error?: string } }';
export const INPUTS_TYPE = '{ readonly [name: string]: string | undefined }';
