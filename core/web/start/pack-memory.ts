import type { Knex } from 'knex';

const NAME = 'start.pack-taken';

/** Whether a file for a dashboard was ever downloaded from this installation. */
export class PackMemory {
  private taken = false;

  constructor(private readonly db: Knex) {}

  async isTaken(): Promise<boolean> {
    this.taken ||= (await this.db('meta').where({ name: NAME }).first('name')) !== undefined;
    return this.taken;
  }

  /** Written once. */
  async take(): Promise<void> {
    if (await this.isTaken()) return;
    await this.db('meta').insert({ name: NAME, value: 'yes' }).onConflict('name').ignore();
    this.taken = true;
  }
}
