import type { RealProcess } from './real-process.js';
import type { TorrentFile } from './torrent-file.js';

/** A torrent in the client's own words. */
export interface NativeTorrent {
  readonly hash: string;
  readonly name: string;
  /** qBittorrent: its state. Transmission: `<status>/<error>`. */
  readonly state: string;
  readonly sizeBytes: number;
  readonly leftBytes: number;
  /** Bytes per second. */
  readonly downBps: number;
}

/** A download client that really runs, asked and steered through its own API. */
export interface RealClient extends RealProcess {
  readonly url: string;
  readonly username: string;
  readonly password: string;
  /** `address:port` where it takes BitTorrent peers. */
  readonly peer: string;
  add(torrent: TorrentFile, options?: { readonly paused?: boolean }): Promise<void>;
  addMagnet(uri: string): Promise<void>;
  list(): Promise<readonly NativeTorrent[]>;
  pause(hash: string): Promise<void>;
  resume(hash: string): Promise<void>;
  /** At most so many downloads at a time, those that stand still among them. */
  limitDownloads(count: number): Promise<void>;
}

/** The folder, address and place of one client. */
export interface ClientPlace {
  readonly name: string;
  /** A folder of its own, made already. */
  readonly folder: string;
  /** A loopback address of its own: peers are told apart by it. */
  readonly address: string;
}
