import type { Knex } from 'knex';
import { addText } from '../sql.js';

/** What the cache keeps beside the rows of the ports, whose tables are made when a port is declared. */
export const cacheTables: Knex.Migration = {
  async up(db) {
    await db.schema.createTable('meta', (table) => {
      const text = addText(db, table);
      text('name').primary();
      text('value').notNullable();
    });
    await db.schema.createTable('ports', (table) => {
      const text = addText(db, table);
      text('id').primary();
      // Numbers the tables of rows: a port that is rebuilt gets a new one.
      table.integer('serial').notNullable().unique();
      text('shape').notNullable();
      text('counters').notNullable();
    });
    await db.schema.createTable('freshness', (table) => {
      const text = addText(db, table);
      text('port').notNullable();
      text('source').notNullable();
      text('task').notNullable();
      // Null: the task has written rows, but has not ended a run yet.
      text('at').nullable();
      table.primary(['port', 'source', 'task']);
    });
    await db.schema.createTable('cursors', (table) => {
      const text = addText(db, table);
      text('source').notNullable();
      text('task').notNullable();
      text('value').notNullable();
      table.primary(['source', 'task']);
    });
    await db.schema.createTable('counters', (table) => {
      const text = addText(db, table);
      text('port').notNullable();
      text('counter').notNullable();
      text('label').notNullable();
      text('source').notNullable();
      table.bigInteger('n').notNullable();
      table.bigInteger('total').notNullable();
      table.primary(['port', 'counter', 'label', 'source']);
    });
    await db.schema.createTable('memos', (table) => {
      const text = addText(db, table);
      text('source').notNullable();
      text('key').notNullable();
      text('value').notNullable();
      text('expires_at').notNullable().index();
      table.primary(['source', 'key']);
    });
  },
  async down(db) {
    for (const table of ['memos', 'counters', 'cursors', 'freshness', 'ports', 'meta']) {
      await db.schema.dropTable(table);
    }
  },
};
