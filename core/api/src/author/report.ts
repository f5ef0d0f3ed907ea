import { say } from './command.js';

/** Lines of a verification, and their count. */
export class Report {
  private held = 0;
  private failures = 0;
  private noted = 0;

  ok(text: string): void {
    this.held += 1;
    say(`  ok    ${text}`);
  }

  fail(text: string): void {
    this.failures += 1;
    say(`  FAIL  ${text}`);
  }

  /** Something that does not bind. */
  note(text: string): void {
    this.noted += 1;
    say(`  note  ${text}`);
  }

  get failed(): number {
    return this.failures;
  }

  summary(): string {
    const failed = this.failures === 0 ? '' : `, ${this.failures} failed`;
    const noted = this.noted === 0 ? '' : `, ${this.noted} to consider`;
    return `${this.held} ok${failed}${noted}`;
  }
}
