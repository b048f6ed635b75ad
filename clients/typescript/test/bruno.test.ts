import lang from '@usebruno/lang';
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { parse } from 'yaml';
import { BrunoCollection, enabled, type BrunoRequest } from './bruno.js';
import { Sandbox } from './sandbox.js';

interface Parameter {
  readonly name: string;
  readonly in: 'query' | 'path' | 'header';
  readonly required?: boolean;
}
type Operation = {
  readonly operationId: string;
  readonly security?: readonly unknown[];
  readonly parameters?: readonly (Parameter & { $ref?: string })[];
};

const PATIENCE = 120_000;
const PAUSE = 100;
const BLOCKS = ['meta', 'http', 'params', 'headers', 'body', 'vars', 'assertions', 'script', 'docs'];

const document = parse(readFileSync('../../src/main/resources/openapi/partners.yaml', 'utf8'));
const operations = new Map(Object.entries(document.paths as Record<string, Record<string, Operation>>)
  .flatMap(([path, methods]) => Object.entries(methods).map(([method, operation]) =>
    [operation.operationId, {
      call: `${method} ${path}`,
      auth: operation.security?.length === 0 ? 'none' : 'inherit',
      parameters: (operation.parameters ?? []).map(named),
    }] as const)));

function named(parameter: Parameter & { $ref?: string }): Parameter {
  return parameter.$ref ? document.components.parameters[parameter.$ref.split('/').at(-1) ?? ''] : parameter;
}

describe('the Bruno collection', () => {
  const collection = new BrunoCollection('../bruno', 'sandbox');
  let receiver: Server;

  before(async () => {
    receiver = createServer((_, answer) => answer.writeHead(204).end());
    await new Promise<void>((listening) => receiver.listen(0, '127.0.0.1', listening));
    collection.environment['receiver'] = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
    collection.environment['baseUrl'] = (await Sandbox.shared()).url;
  });
  after(() => {
    receiver.close();
    receiver.closeAllConnections();
  });

  test('has a request for each operation of the document', () => {
    assert.deepEqual(collection.requests.map(({ name }) => name).sort(), [...operations.keys()].sort());
  });

  for (const request of collection.requests) {
    test(`${request.folder}/${request.name}`, async () => {
      agreesWithDocument(request);
      assert.ok(request.bru.assertions?.some(({ name, value }) => name === 'res.status' && /^eq 2\d\d$/.test(value)));
      await sendUntilSettled(request);
    });
  }

  /** Reads are sent again until what they look for is there, as the reader of a page would. */
  async function sendUntilSettled(request: BrunoRequest): Promise<void> {
    for (let left = request.bru.http.method === 'get' ? PATIENCE / PAUSE : 0; ; left--) {
      const answer = await collection.send(request);
      try {
        return collection.check(request, answer);
      } catch (failure) {
        if (left === 0) throw failure;
      }
      await sleep(PAUSE);
    }
  }
});

function agreesWithDocument({ name, text, bru }: BrunoRequest): void {
  const operation = operations.get(name);
  const { method, url, auth } = bru.http;
  const path = url.replace('{{baseUrl}}', '').replace(/\?.*/, '').replace(/:(\w+)/g, '{$1}');
  assert.equal(`${method} ${path}`, operation?.call);
  assert.equal(auth, operation?.auth);
  const params = bru.params ?? [];
  const known = (place: string) => operation?.parameters.filter((each) => each.in === place) ?? [];
  assert.deepEqual(names(params.filter((each) => each.type === 'path')), names(known('path')));
  assert.deepEqual(names(params.filter((each) => each.type === 'query')), names(known('query')));
  assert.deepEqual(names(bru.headers), names(known('header')));
  const sent = enabled(params).filter((each) => each.type === 'query');
  const required = known('query').filter((each) => each.required);
  assert.deepEqual(names(required).filter((each) => !names(sent).includes(each)), []);
  const query = sent.map((each) => `${each.name}=${each.value}`).join('&');
  assert.equal(url.split('?')[1] ?? '', query);
  assert.deepEqual(Object.keys(bru).filter((block) => !BLOCKS.includes(block)), []);
  assert.deepEqual([Object.keys(bru.vars ?? { res: [] }), Object.keys(bru.script ?? { req: '' })], [['res'], ['req']]);
  assert.equal(lang.jsonToBruV2(bru), text, 'Bruno would write the file another way');
}

function names(items: readonly { readonly name: string }[] = []): string[] {
  return items.map(({ name }) => name).sort();
}
