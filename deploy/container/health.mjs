/** Ends with 0 when the address in SIDELIGHT_HEALTH answers 2xx within 4 seconds: the health check of the container. */
const url = process.env.SIDELIGHT_HEALTH ?? 'http://127.0.0.1:7780/readyz';
const answer = await fetch(url, { signal: AbortSignal.timeout(4000) }).catch((error) => error);
if (answer.ok !== true) {
  process.stderr.write(`${url}: ${answer.status ?? answer.message}\n`);
  process.exitCode = 1;
}
