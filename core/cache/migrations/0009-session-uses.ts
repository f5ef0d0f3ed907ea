import type { Knex } from 'knex';
import { addText } from '../sql.js';

/** When a session was used last: its end tells it no more, since sessions end however busy they are. */
export const sessionUses: Knex.Migration = {
  async up(db) {
    await db.schema.alterTable('sessions', (table) => {
      addText(db, table)('used_at').nullable();
    });
  },
  async down(db) {
    await db.schema.alterTable('sessions', (table) => table.dropColumn('used_at'));
  },
};
