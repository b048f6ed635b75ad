import { createHmac, timingSafeEqual } from 'node:crypto';
import { ForgedWebhook } from './errors.js';
import type { components } from './generated/schema.js';
import { read } from './json.js';

type Schemas = components['schemas'];

/** The headers of a webhook, as Node's `request.headers` or as `Headers`. */
export type WebhookHeaders = Headers | Record<string, string | string[] | undefined>;

/** A genuine webhook: its id, the same in every attempt, and its body. */
export interface Webhook<T = Schemas['TransactionUpdated'] | Schemas['CollectionUpdated']> {
  readonly id: string;
  readonly body: T;
}

/**
 * Checks a webhook (Standard Webhooks) and reads it.
 *
 * @param body the bytes as they arrived, not parsed and written again
 * @param secrets the secrets `whsec_…` that are valid: while one is replaced, the old and the new
 * @param toleranceSeconds how far its time may be from now
 * @throws ForgedWebhook if it was not signed with one of them, or too long ago
 */
export function verifyWebhook<T = Schemas['TransactionUpdated'] | Schemas['CollectionUpdated']>(
  headers: WebhookHeaders,
  body: Uint8Array,
  secrets: readonly string[],
  toleranceSeconds = 300,
  now: Date = new Date(),
): Webhook<T> {
  const id = header(headers, 'webhook-id');
  const timestamp = header(headers, 'webhook-timestamp');
  const signatures = header(headers, 'webhook-signature').split(' ');
  const age = Math.floor(now.getTime() / 1000) - Number(timestamp);
  if (!/^\d{1,12}$/.test(timestamp) || Math.abs(age) > toleranceSeconds) {
    throw new ForgedWebhook('webhook-timestamp is too far from now');
  }
  let genuine = false;
  for (const secret of secrets) {
    const expected = createHmac('sha256', keyOf(secret)).update(`${id}.${timestamp}.`).update(body).digest();
    for (const signature of signatures) {
      const given = Buffer.from(signature.startsWith('v1,') ? signature.slice(3) : '', 'base64');
      if (given.length === expected.length && timingSafeEqual(given, expected)) {
        genuine = true;
      }
    }
  }
  if (!genuine) {
    throw new ForgedWebhook('webhook-signature is of no secret that is valid');
  }
  return { id, body: read(Buffer.from(body).toString('utf8')) as T };
}

function keyOf(secret: string): Buffer {
  const key = Buffer.from(secret.startsWith('whsec_') ? secret.slice(6) : '', 'base64');
  if (key.length === 0) {
    throw new TypeError('a webhook secret begins with whsec_');
  }
  return key;
}

function header(headers: WebhookHeaders, name: string): string {
  const value = headers instanceof Headers ? headers.get(name) : headers[name];
  if (typeof value !== 'string') {
    throw new ForgedWebhook(`${name} is missing`);
  }
  return value;
}
