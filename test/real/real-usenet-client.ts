import type { NzbFile } from './nzb-file.js';
import type { RealProcess } from './real-process.js';

/** A job in the client's own words. */
export interface NativeJob {
  readonly id: string;
  readonly name: string;
  readonly state: string;
  readonly sizeBytes: number;
  readonly leftBytes: number;
}

/** A Usenet client that really runs, asked and steered through its own API. */
export interface RealUsenetClient extends RealProcess {
  /** What an integration is configured with. */
  readonly entry: Readonly<Record<string, unknown>>;
  /** @returns its id. `held`: once it is downloaded, a script is run that ends when `letGo` is called. */
  add(nzb: NzbFile, options?: { readonly paused?: boolean; readonly held?: boolean }): Promise<string>;
  letGo(): void;
  /** The queue and the history. */
  list(): Promise<readonly NativeJob[]>;
  /** Of the whole queue. */
  limitSpeed(kibPerSecond: number): Promise<void>;
  pauseAll(paused: boolean): Promise<void>;
}

/** The folder of one client, made already, and the news server that it loads from. */
export interface UsenetPlace {
  readonly folder: string;
  readonly newsPort: number;
}
