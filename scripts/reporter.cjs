/**
 * Mocha's spec reporter, which also adds its totals, and what failed, as one JSON line to the file that
 * SIDELIGHT_TEST_TOTALS names.
 */
const { appendFileSync } = require('node:fs');
const { reporters, Runner } = require('mocha');

module.exports = class Totals extends reporters.Spec {
  constructor(runner, options) {
    super(runner, options);
    const file = process.env['SIDELIGHT_TEST_TOTALS'];
    if (file === undefined) return;
    const failed = [];
    runner.on(Runner.constants.EVENT_TEST_FAIL, (test, error) => {
      const told = error.stack ?? error.message ?? String(error);
      // Chai's sentence shortens what was compared.
      const isCompared = error.actual !== undefined && error.expected !== undefined;
      const diff = isCompared ? reporters.Base.generateDiff(error.actual, error.expected) : '';
      failed.push({ title: test.titlePath().join(' › '), error: told + diff });
    });
    runner.once(Runner.constants.EVENT_RUN_END, () => {
      const { passes, failures, pending } = this.stats;
      appendFileSync(file, `${JSON.stringify({ passes, failures, pending, failed })}\n`);
    });
  }
};
