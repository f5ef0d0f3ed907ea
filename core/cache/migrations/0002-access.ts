import type { Knex } from 'knex';
import { addText } from '../sql.js';

/** API keys, what was done with them, and the answers that a retried request gets again. */
export const accessTables: Knex.Migration = {
  async up(db) {
    await db.schema.createTable('api_keys', (table) => {
      const text = addText(db, table);
      text('id').primary();
      text('name').notNullable();
      text('prefix').notNullable();
      text('hash').notNullable().unique();
      text('scope').notNullable();
      text('widgets').nullable();
      text('networks').nullable();
      table.integer('per_minute').nullable();
      text('expires_at').nullable();
      text('created_at').notNullable();
      text('revoked_at').nullable();
      text('last_used_at').nullable();
      text('last_used_from').nullable();
      table.bigInteger('use_count').notNullable().defaultTo(0);
    });
    await db.schema.createTable('audit', (table) => {
      const text = addText(db, table);
      table.increments('id');
      text('at').notNullable().index();
      text('key_prefix').notNullable();
      text('address').nullable();
      text('route').notNullable();
      text('target').nullable();
      text('result').notNullable();
    });
    await db.schema.createTable('idempotency', (table) => {
      const text = addText(db, table);
      text('id').primary();
      text('fingerprint').notNullable();
      text('answer').notNullable();
      text('created_at').notNullable().index();
    });
  },
  async down(db) {
    for (const table of ['idempotency', 'audit', 'api_keys']) await db.schema.dropTable(table);
  },
};
