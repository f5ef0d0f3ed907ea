import { randomUUID } from 'node:crypto';
import pg from 'pg';

export interface OwnDatabase {
  readonly url: string;
  /** Whoever is connected is thrown out. */
  drop(): Promise<void>;
}

/** A new database of a test's own. @param server the url of a database of the PostgreSQL server that it is made on */
export async function ownDatabase(server: string): Promise<OwnDatabase> {
  const name = `t_${randomUUID().replaceAll('-', '')}`;
  const admin = async (sql: string): Promise<void> => {
    const client = new pg.Client(server);
    await client.connect();
    await client.query(sql);
    await client.end();
  };
  await admin(`CREATE DATABASE ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => admin(`DROP DATABASE ${name} WITH (FORCE)`) };
}
