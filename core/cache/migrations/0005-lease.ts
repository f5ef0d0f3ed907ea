import type { Knex } from 'knex';
import { addText } from '../sql.js';

/** Which process syncs, until when, and for the how-manieth time it was taken. Only PostgreSQL has several processes. */
export const leaseTable: Knex.Migration = {
  async up(db) {
    await db.schema.createTable('lease', (table) => {
      const text = addText(db, table);
      text('name').primary();
      text('holder').notNullable();
      table.bigInteger('fence').notNullable();
      table.timestamp('until', { useTz: true }).notNullable();
    });
    await db('lease').insert({ name: 'sync', holder: '', fence: 0, until: new Date(0) });
  },
  async down(db) {
    await db.schema.dropTable('lease');
  },
};
