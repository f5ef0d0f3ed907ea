/** Lines of a verification, and their count. */
import { say } from './command.mjs';

export class Report {
  held = 0;
  failed = 0;
  noted = 0;

  ok(text) {
    this.held += 1;
    say(`  ok    ${text}`);
  }

  fail(text) {
    this.failed += 1;
    say(`  FAIL  ${text}`);
  }

  note(text) {
    this.noted += 1;
    say(`  note  ${text}`);
  }

  summary() {
    const failed = this.failed === 0 ? '' : `, ${this.failed} failed`;
    const noted = this.noted === 0 ? '' : `, ${this.noted} to think about`;
    return `${this.held} ok${failed}${noted}`;
  }
}
