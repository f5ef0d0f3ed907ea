import type { Knex } from 'knex';
import { addText } from '../sql.js';

/** Addresses that open one widget each without a key. */
export const shareLinks: Knex.Migration = {
  async up(db) {
    await db.schema.createTable('share_links', (table) => {
      const text = addText(db, table);
      text('id').primary();
      text('name').notNullable();
      text('prefix').notNullable();
      text('hash').notNullable().unique();
      text('widget').notNullable();
      text('query').notNullable();
      text('frames').notNullable();
      text('viewers').nullable();
      text('addresses').nullable();
      text('expires_at').nullable();
      text('created_at').notNullable();
      text('revoked_at').nullable();
      text('last_used_at').nullable();
      text('last_used_from').nullable();
      table.bigInteger('use_count').notNullable().defaultTo(0);
    });
  },
  async down(db) {
    await db.schema.dropTable('share_links');
  },
};
