import { randomBytes } from 'node:crypto';
import type { Knex } from 'knex';

const NAME = 'instance.secret';

/**
 * What this installation signs with: 32 random bytes as hex, made once and kept in the database, so that sessions survive
 * a restart and hold in every replica.
 */
export async function instanceSecret(db: Knex): Promise<string> {
  await db('meta')
    .insert({ name: NAME, value: randomBytes(32).toString('hex') })
    .onConflict('name')
    .ignore();
  const row = await db('meta').where({ name: NAME }).first<{ value: string }>('value');
  if (row === undefined) throw new Error('the database did not keep the secret of this installation');
  return row.value;
}
