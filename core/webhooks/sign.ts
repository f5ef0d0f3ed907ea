/** What makes a delivery believable, as the Standard Webhooks specification says. Pure. */
import { createHmac } from 'node:crypto';

const PREFIX = 'whsec_';

/**
 * @param at when this attempt is made: receivers refuse what is older than minutes
 * @param secret `whsec_` and Base64
 */
export function signedHeaders(id: string, at: Date, body: string, secret: string): Readonly<Record<string, string>> {
  const seconds = String(Math.floor(at.getTime() / 1000));
  const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
  const signature = createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64');
  return { 'webhook-id': id, 'webhook-timestamp': seconds, 'webhook-signature': `v1,${signature}` };
}
