import type { Knex } from 'knex';
import { addText } from '../sql.js';

/** Who may sign in to the pages, and who is signed in. */
export const peopleTables: Knex.Migration = {
  async up(db) {
    await db.schema.createTable('admins', (table) => {
      const text = addText(db, table);
      text('name').primary();
      text('password').notNullable();
      text('created_at').notNullable();
    });
    await db.schema.createTable('sessions', (table) => {
      const text = addText(db, table);
      text('id').primary();
      text('data').notNullable();
      text('expires_at').notNullable().index();
    });
  },
  async down(db) {
    for (const table of ['sessions', 'admins']) await db.schema.dropTable(table);
  },
};
