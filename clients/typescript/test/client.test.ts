import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, before, beforeEach, test } from 'node:test';
import { inspect, promisify } from 'node:util';
import { parse } from 'yaml';
import * as index from '../src/index.js';
import { Conflict, InvalidRequest, NoAnswer, PaymentsClient, ServiceError, type Clock, type Options, type Schemas } from '../src/index.js';
import { Faulty } from './faulty.js';
import { Sandbox } from './sandbox.js';

const FAR = { from: '2020-01-01T00:00:00Z', to: '2100-01-01T00:00:00Z' };
const TRANSFER = '/business/payout/transfer';
const DEMO_SECRET = 'whsec_ZGVtby13ZWJob29rLXNlY3JldC1vZi10aGUtc2FuZGI=';
const AUTH = '/business/auth';

/** A clock on which waits pass at once. */
class TestClock implements Clock {
  time = 0;
  readonly slept: number[] = [];
  now(): number {
    return this.time;
  }
  async sleep(milliseconds: number): Promise<void> {
    this.slept.push(milliseconds);
    this.time += milliseconds;
  }
}

let sandbox: Sandbox;
let faulty: Faulty;
let clock: TestClock;

before(async () => {
  sandbox = await Sandbox.shared();
});
beforeEach(async () => {
  clock = new TestClock();
  faulty = await Faulty.before(sandbox.url);
});
afterEach(() => faulty.stop());

function client(options: Partial<Options> = {}): PaymentsClient {
  return new PaymentsClient({ baseUrl: faulty.url, apiKey: 'pk_test_demo', apiSecret: 'sk_test_demo', clock, ...options });
}

function transfer(businessReference: string, amount = '1000'): Schemas['TransferRequest'] {
  return {
    senderCurrency: 'USD', receiverCurrency: 'KES', amount,
    senderFirstName: 'Amina', senderLastName: 'Otieno', senderDob: '1990-04-12',
    senderIdType: 'passport', senderIdNumber: 'A1234567', senderNationality: 'KE',
    senderTelephoneNo: '+254700000001',
    receiverFirstName: 'Juma', receiverLastName: 'Mwangi', receiverPhone: '+254712345678',
    relationship: 'supplier', payoutCountry: 'KE',
    purposeOfTransfer: 'business_payment', sourceOfFunds: 'business_income', businessReference,
  };
}

async function payoutsOf(reference: string): Promise<number> {
  let found = 0;
  for await (const each of client().listTransactions(FAR)) {
    if (each.businessReference.startsWith(reference)) found++;
  }
  return found;
}

const sent = (path: string) => faulty.seen.filter((each) => each.path === path);

test('each operation of the document has a method', async () => {
  const document = parse(await readFile('../../src/main/resources/openapi/partners.yaml', 'utf8'));
  const operations = Object.values(document.paths as Record<string, Record<string, { operationId: string }>>)
    .flatMap((path) => Object.values(path)).map((operation) => operation.operationId);
  const methods = Object.getOwnPropertyNames(PaymentsClient.prototype);
  assert.deepEqual(operations.filter((name) => !methods.includes(name)), ['authenticate']);
});

test('pays with amounts to the last digit', async () => {
  const payout = await client().createTransfer(transfer('exact', '1000.50'));
  assert.equal(payout.receiverAmount, '1000.5');
  assert.equal(payout.senderAmount, '7.76');
  assert.match(sent(TRANSFER)[0]?.body ?? '', /"amount":1000\.50,/);
});

test('refuses an amount in floating point before it is sent', async () => {
  const wrong = { ...transfer('float'), amount: 1000.5 as unknown as string };
  await assert.rejects(client().createTransfer(wrong), TypeError);
  assert.deepEqual(sent(TRANSFER), []);
});

test('fetches one token for calls at once and for those that follow', async () => {
  const one = client();
  await Promise.all([1, 2, 3, 4, 5].map(() => one.getBalance('USD')));
  await one.getBalance();
  assert.equal(sent(AUTH).length, 1);
});

test('renews the token before it expires', async () => {
  const one = client();
  await one.getBalance('USD');
  clock.time += 3_541_000;
  await Promise.all([1, 2, 3].map(() => one.getBalance('USD')));
  assert.equal(sent(AUTH).length, 2);
});

test('takes a new token once when the service refuses the old one', async () => {
  const one = client();
  faulty.faults = ['stale'];
  await one.createTransfer(transfer('stale'));
  assert.deepEqual(faulty.paths(), [AUTH, TRANSFER, AUTH, TRANSFER]);
  faulty.faults = ['stale', 'stale', 'stale'];
  await Promise.all([1, 2, 3].map(() => one.getBalance('USD')));
  assert.equal(sent(AUTH).length, 3);
  faulty.faults = ['stale', 'stale'];
  await assert.rejects(one.getBalance('USD'), { name: 'NotAuthenticated', code: 'token_expired' });
});

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
  await assert.rejects(client().testOwnEndpoint('none'), (error: index.PaymentsError) => error.status !== 503);
  assert.equal(sent(path).length, 3);
});

test('tells refusals by type, code, field and request id', async () => {
  const one = client();
  await assert.rejects(one.createTransfer(transfer('refused', '0')), (error: InvalidRequest) => {
    assert.ok(error instanceof InvalidRequest);
    assert.deepEqual([error.status, error.code, error.field, error.outcomeUnknown], [400, 'field_value', 'amount', false]);
    assert.ok(error.requestId);
    return true;
  });
  const first = await one.createTransfer(transfer('used'));
  await assert.rejects(one.createTransfer(transfer('used')), (error: Conflict) => {
    assert.deepEqual([error.name, error.code, error.reference], ['Conflict', 'reference_used', first.serviceReference]);
    return true;
  });
  assert.equal(sent(TRANSFER).length, 3);
});

test('reads page after page', async () => {
  const one = client();
  for (const i of [1, 2, 3]) await one.createTransfer(transfer(`page-${i}`));
  const found: string[] = [];
  for await (const each of one.listTransactions({ ...FAR, limit: 2 })) found.push(each.businessReference);
  assert.deepEqual(found.slice(0, 3), ['page-3', 'page-2', 'page-1']);
  assert.equal(new Set(found).size, found.length);
  for await (const page of one.listEvents({ limit: 1 })) assert.ok(page.after);
});

test('believes the webhook that the service sends', async () => {
  const arrived = new Promise<index.Webhook>((resolve, reject) => {
    const receiver = createServer(async (incoming, answer) => {
      const chunks: Buffer[] = [];
      for await (const chunk of incoming) chunks.push(chunk as Buffer);
      answer.end();
      receiver.close();
      try {
        resolve(index.verifyWebhook(incoming.headers, Buffer.concat(chunks), [DEMO_SECRET]));
      } catch (error) {
        reject(error);
      }
    });
    receiver.listen(0, '127.0.0.1', () => {
      const { port } = receiver.address() as AddressInfo;
      client().createTransfer({ ...transfer('webhook'), callbackUrl: `http://127.0.0.1:${port}/` }).catch(reject);
    });
  });
  const { body } = (await arrived) as index.Webhook<Schemas['TransactionUpdated']>;
  assert.deepEqual([body.businessReference, body.status, body.senderAmount], ['webhook', 'termination_success', '7.75']);
});

test('reads a statement, and its file', async () => {
  const query = { currency: 'USD', purpose: 'payout', from: '2026-01-01', to: '2036-01-01' } as const;
  const statement = await client().getOwnStatement(query);
  assert.match(statement.closing.available, /^\d+(\.\d+)?$/);
  const file = await client().getOwnStatementFile(query);
  assert.match(file, /^number,time,.*\r\n[^]*\r\n$/);
});

test('sends no payment without a token, and gives each its own failure', async () => {
  const wrong = client({ apiSecret: 'sk_test_wrong' });
  const keys = ['first', 'second'];
  const failures = await Promise.all(keys.map((idempotencyKey) =>
    wrong.createTransfer(transfer(idempotencyKey), { idempotencyKey }).catch((error: unknown) => error as index.PaymentsError)));
  const told = failures.map((each) => 'code' in each && [each.name, each.code, each.idempotencyKey, each.outcomeUnknown]);
  assert.deepEqual(told, keys.map((key) => ['NotAuthenticated', 'credentials_wrong', key, false]));
  assert.deepEqual(faulty.paths(), [AUTH]);
});

test('shows no secret', async () => {
  const one = client();
  await one.getBalance('USD');
  const wrong = client({ apiSecret: 'sk_test_wrong' });
  const failure = await wrong.getBalance().catch((error: unknown) => error);
  assert.equal((failure as index.PaymentsError).code, 'credentials_wrong');
  for (const shown of [inspect(one, { depth: 9, showHidden: true }), JSON.stringify(one), inspect(failure, { depth: 9 })]) {
    assert.doesNotMatch(shown, /sk_test|eyJ/);
  }
});

test('sends secrets to nobody over plain http', () => {
  assert.throws(() => client({ baseUrl: 'http://payments.example.com' }), TypeError);
});

test('the first payment of the README works as it stands', async () => {
  const page = await readFile('README.md', 'utf8');
  const code = /```js\n([^]*?)```/.exec(page)?.[1] ?? '';
  const directory = await mkdtemp(join(tmpdir(), 'readme-'));
  const program = code
    .replace("'payments-client'", `'${pathToFileURL(resolve('build/src/index.js'))}'`)
    .replace('http://localhost:8080', sandbox.url);
  await writeFile(join(directory, 'first.mjs'), program);
  const { stdout } = await promisify(execFile)(process.execPath, [join(directory, 'first.mjs')]);
  await rm(directory, { recursive: true });
  assert.match(stdout, /^[0-9a-f-]{36} termination_\w+ 7\.91\n$/);
});
