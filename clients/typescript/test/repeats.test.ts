import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NoAnswer, ServiceError, type PaymentsError } from '../src/index.js';
import { TRANSFER, client, clock, faulty, payoutsOf, sent, transfer } from './fixture.js';

for (const fault of ['lost', 'reset', 'busy', 'silent'] as const) {
  test(`pays once although the first request is ${fault}`, async () => {
    faulty.faults = [fault];
    const payout = await client({ attemptTimeout: 2000 }).createTransfer(transfer(`fault-${fault}`));
    const [first, second] = sent(TRANSFER);
    assert.equal(payout.businessReference, `fault-${fault}`);
    assert.equal(await payoutsOf(`fault-${fault}`), 1);
    assert.ok(first?.headers['idempotency-key']);
    assert.equal(second?.headers['idempotency-key'], first.headers['idempotency-key']);
    assert.equal(second?.body, first.body);
  });
}

test('waits as long as Retry-After says', async () => {
  faulty.faults = ['busy', 'busy'];
  await client().getBalance('USD');
  assert.deepEqual(clock.slept, [7000, 7000]);
});

test('waits longer before each attempt, never in step', async () => {
  faulty.faults = ['reset', 'reset', 'reset'];
  await client().getBalance('USD');
  clock.slept.forEach((wait, i) => assert.ok(wait >= 125 * 2 ** i && wait < 250 * 2 ** i, `${wait}`));
  assert.equal(clock.slept.length, 3);
});

test('keeps the deadline, and says that the outcome is unknown', async () => {
  faulty.faults = ['lost', 'busy', 'busy', 'busy'];
  const call = client({ deadline: 10_000 }).createTransfer(transfer('deadline'), { idempotencyKey: 'kept' });
  await assert.rejects(call, (error: ServiceError) => {
    assert.ok(error instanceof ServiceError);
    assert.deepEqual([error.status, error.requestId, error.outcomeUnknown, error.idempotencyKey], [503, 'busy-1', true, 'kept']);
    return true;
  });
  assert.ok(clock.time < 10_000);
  assert.equal(sent(TRANSFER).length, 3);
  await client().createTransfer(transfer('deadline'), { idempotencyKey: 'kept' });
  assert.equal(await payoutsOf('deadline'), 1);
});

test('ends after its attempts', async () => {
  faulty.faults = Array(9).fill('lost');
  await assert.rejects(client({ maxAttempts: 3 }).createTransfer(transfer('attempts')), NoAnswer);
  assert.equal(sent(TRANSFER).length, 3);
});

test('repeats what has no key only where it had no effect', async () => {
  const path = '/business/webhook-endpoints/none/test';
  faulty.faults = ['lost'];
  await assert.rejects(client().testOwnEndpoint('none'), { name: 'NoAnswer', outcomeUnknown: true });
  assert.equal(sent(path).length, 1);
  faulty.faults = ['busy'];
  await assert.rejects(client().testOwnEndpoint('none'), (error: PaymentsError) => error.status !== 503);
  assert.equal(sent(path).length, 3);
});
