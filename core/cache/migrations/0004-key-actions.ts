import type { Knex } from 'knex';
import { addText } from '../sql.js';

/** What a key may do beyond its scope: keys that were there before may do no more than they did. */
export const keyActions: Knex.Migration = {
  async up(db) {
    await db.schema.alterTable('api_keys', (table) => {
      addText(db, table)('actions').nullable();
    });
  },
  async down(db) {
    await db.schema.alterTable('api_keys', (table) => table.dropColumn('actions'));
  },
};
