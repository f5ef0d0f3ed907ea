import type { Knex } from 'knex';
import { addText } from '../sql.js';

/** The audit holds more than actions, and names who did it. Rows that were there before are actions of a key. */
export const auditKinds: Knex.Migration = {
  async up(db) {
    await db.schema.alterTable('audit', (table) => {
      const text = addText(db, table);
      text('kind').notNullable().defaultTo('action');
      text('who').notNullable().defaultTo('');
      table.index(['kind', 'id']);
    });
  },
  async down(db) {
    await db.schema.alterTable('audit', (table) => {
      table.dropIndex(['kind', 'id']);
      table.dropColumns('kind', 'who');
    });
  },
};
