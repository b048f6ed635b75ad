import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { test } from 'node:test';
import { inspect, promisify } from 'node:util';
import { parse } from 'yaml';
import * as index from '../src/index.js';
import { Conflict, InvalidRequest, PaymentsClient, type Schemas } from '../src/index.js';
import { AUTH, FAR, TRANSFER, client, clock, faulty, sandbox, sent, transfer } from './fixture.js';

const DEMO_SECRET = 'whsec_ZGVtby13ZWJob29rLXNlY3JldC1vZi10aGUtc2FuZGI=';

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
