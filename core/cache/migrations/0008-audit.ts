import type { Knex } from 'knex';
import { addText } from '../sql.js';

/** Keys that are not told everything: those that were there before still are. The audit holds more than actions, and names who did it. Rows that were there before are actions of a key. */
export const auditKinds: Knex.Migration = {
  async up(db) {
    await db.schema.alterTable('audit', (table) => {
      const text = addText(db, table);
      text('kind').notNullable().defaultTo('action');
      text('who').notNullable().defaultTo('');
      table.index(['kind', 'id']);
    });
    await db.schema.alterTable('api_keys', (table) => {
      const text = addText(db, table);
      text('viewers').nullable();
      text('addresses').nullable();
    });
  },
  async down(db) {
    await db.schema.alterTable('api_keys', (table) => table.dropColumns('viewers', 'addresses'));
    await db.schema.alterTable('audit', (table) => {
      table.dropIndex(['kind', 'id']);
      table.dropColumns('kind', 'who');
    });
  },
};
