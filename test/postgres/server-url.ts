/** Of the PostgreSQL server that the suites of this folder run on. */
export function serverUrl(): string {
  const url = process.env['SIDELIGHT_TEST_POSTGRES'];
  if (url === undefined) {
    throw new Error(
      'this suite needs a PostgreSQL server: run "npm run test:real", which starts one and names it in SIDELIGHT_TEST_POSTGRES',
    );
  }
  return url;
}
