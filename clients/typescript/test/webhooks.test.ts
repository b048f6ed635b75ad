import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import { ForgedWebhook, verifyWebhook } from '../src/index.js';

const OLD = `whsec_${Buffer.from('old secret of the tests').toString('base64')}`;
const NEW = `whsec_${Buffer.from('new secret of the tests').toString('base64')}`;
const NOW = new Date('2026-11-20T11:42:54Z');
const TIME = NOW.getTime() / 1000;
const BODY = Buffer.from('{"businessReference":"ä","senderAmount":7.750,"status":"termination_success"}');

function signature(secret: string, time = TIME, body = BODY): string {
  const key = Buffer.from(secret.slice(6), 'base64');
  return `v1,${createHmac('sha256', key).update(`id-1.${time}.`).update(body).digest('base64')}`;
}

function headers(signatures: string, time: number | string = TIME) {
  return { 'webhook-id': 'id-1', 'webhook-timestamp': String(time), 'webhook-signature': signatures };
}

test('reads a genuine one, its amounts as they stand', () => {
  const webhook = verifyWebhook(headers(signature(NEW)), BODY, [NEW], 300, NOW);
  assert.deepEqual(webhook, { id: 'id-1', body: { businessReference: 'ä', senderAmount: '7.750', status: 'termination_success' } });
  verifyWebhook(new Headers(headers(signature(NEW))), BODY, [NEW], 300, NOW);
});

test('takes the old and the new secret while it is replaced', () => {
  verifyWebhook(headers(signature(OLD)), BODY, [NEW, OLD], 300, NOW);
  verifyWebhook(headers(`${signature(OLD)} ${signature(NEW)}`), BODY, [NEW], 300, NOW);
});

test('refuses what is forged, altered, old, early or incomplete', () => {
  const altered = Buffer.from(BODY.toString().replace('7.750', '9.750'));
  const cases: [object, Uint8Array][] = [
    [headers(signature(OLD)), BODY],
    [headers(signature(NEW)), altered],
    [headers(signature(NEW).replace('v1,', 'v2,')), BODY],
    [headers(signature(NEW).slice(0, 20)), BODY],
    [headers(''), BODY],
    [headers(signature(NEW, TIME - 301), TIME - 301), BODY],
    [headers(signature(NEW, TIME + 301), TIME + 301), BODY],
    [headers(signature(NEW), 'soon'), BODY],
    [{ ...headers(signature(NEW)), 'webhook-id': 'id-2' }, BODY],
    [{ 'webhook-id': 'id-1' }, BODY],
  ];
  for (const [given, body] of cases) {
    assert.throws(() => verifyWebhook(given as Record<string, string>, body, [NEW], 300, NOW), ForgedWebhook);
  }
});

test('refuses a secret that is none', () => {
  assert.throws(() => verifyWebhook(headers(signature(NEW)), BODY, ['secret'], 300, NOW), TypeError);
});
