import lang, { type BruCollection, type BruFile } from '@usebruno/lang';
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** A request of the collection, named like its operation. */
export interface BrunoRequest {
  readonly name: string;
  readonly folder: string;
  readonly text: string;
  readonly bru: BruFile;
}

interface Answer {
  readonly status: number;
  readonly body: unknown;
}

type Names = Record<string, unknown>;

/** A Bruno collection, of which is understood just what the files use: all else fails. */
export class BrunoCollection {
  /** In the order in which Bruno runs them. */
  readonly requests: readonly BrunoRequest[];
  readonly environment: Record<string, string>;
  readonly #root: BruCollection;
  readonly #variables: Names = {};

  constructor(directory: string, environment: string) {
    const read = (...path: string[]) => readFileSync(join(directory, ...path), 'utf8');
    this.#root = lang.collectionBruToJson(read('collection.bru'));
    const { variables } = lang.bruToEnvJsonV2(read('environments', `${environment}.bru`));
    this.environment = Object.fromEntries(variables.map(({ name, value }) => [name, value]));
    const folders = readdirSync(directory, { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && entry.name !== 'environments')
      .map(({ name }) => ({ name, seq: Number(lang.collectionBruToJson(read(name, 'folder.bru')).meta.seq) }));
    this.requests = folders.sort((a, b) => a.seq - b.seq).flatMap((folder) =>
      readdirSync(join(directory, folder.name))
        .filter((file) => file !== 'folder.bru')
        .map((file) => ({ file, text: read(folder.name, file) }))
        .map(({ file, text }) => ({ name: file.replace('.bru', ''), folder: folder.name, text, bru: lang.bruToJsonV2(text) }))
        .sort((a, b) => Number(a.bru.meta.seq) - Number(b.bru.meta.seq)));
  }

  /** Runs the scripts before the request, sends it, and keeps the variables of its answer. */
  async send({ bru }: BrunoRequest): Promise<Answer> {
    for (const script of [this.#root.script?.req, bru.script?.req]) {
      await evaluate(`(async () => { ${script ?? ''} })()`, { bru: this.#bru(), req: { getUrl: () => this.#filled(bru.http.url) } });
    }
    const headers = Object.fromEntries(enabled(bru.headers).map(({ name, value }) => [name, this.#filled(value)]));
    if (bru.http.auth === 'inherit') {
      headers['Authorization'] = `Bearer ${this.#filled(this.#root.auth.bearer?.token ?? '')}`;
    }
    const json = bru.http.body === 'json' ? this.#filled(bru.body?.json ?? '') : undefined;
    const answer = await exchange(bru.http.method, this.#url(bru), headers, json);
    for (const { name, value } of enabled(bru.vars?.res)) {
      this.#variables[name] = evaluate(value, { res: answer });
    }
    return answer;
  }

  /** Throws unless the answer is what the request's file expects. */
  check({ bru }: BrunoRequest, res: Answer): void {
    for (const { name, value } of enabled(bru.assertions)) {
      const [, operator, right = ''] = /^(\S+) ?(.*)$/.exec(value) ?? [];
      const found = evaluate(name, { res });
      const because = `${name} ${value}, but ${JSON.stringify(res)}`;
      if (operator === 'eq') assert.equal(found, literal(this.#filled(right)), because);
      else if (operator === 'neq') assert.notEqual(found, literal(this.#filled(right)), because);
      else if (operator === 'isArray') assert.ok(Array.isArray(found), because);
      else assert.fail(`${operator} is not understood here`);
    }
  }

  #url(bru: BruFile): string {
    const [path = '', query] = bru.http.url.split('?');
    const values = new Map(bru.params?.filter((each) => each.type === 'path').map(({ name, value }) => [name, value]));
    const parts = path.split('/').map((part) =>
      part.startsWith(':') ? encodeURIComponent(this.#filled(values.get(part.slice(1)) ?? '')) : this.#filled(part));
    return parts.join('/') + (query === undefined ? '' : `?${this.#filled(query)}`);
  }

  /** The text with its `{{variables}}` replaced. */
  #filled(text: string): string {
    return text.replace(/\{\{(.+?)\}\}/g, (_, name: string) => {
      const value = name === '$randomUUID' ? randomUUID() : this.#variables[name] ?? this.environment[name];
      assert.ok(value !== undefined, `no request before has set ${name}`);
      return String(value);
    });
  }

  /** What scripts see of Bruno. */
  #bru(): Names {
    return {
      getVar: (name: string) => this.#variables[name],
      setVar: (name: string, value: unknown) => (this.#variables[name] = value),
      getEnvVar: (name: string) => this.environment[name],
      interpolate: (text: string) => this.#filled(text),
      sendRequest: async (request: { method: string; url: string; headers: Record<string, string>; data: unknown }) => {
        const { status, body } = await exchange(request.method, request.url, request.headers, JSON.stringify(request.data));
        assert.equal(status, 200);
        return { data: body };
      },
    };
  }
}

export function enabled<T extends { readonly enabled: boolean }>(items: readonly T[] = []): readonly T[] {
  return items.filter((each) => each.enabled);
}

async function exchange(method: string, url: string, headers: Record<string, string>, json?: string): Promise<Answer> {
  const init = json === undefined ? { headers } : { headers: { ...headers, 'Content-Type': 'application/json' }, body: json };
  const answer = await fetch(url, { ...init, method: method.toUpperCase() });
  return { status: answer.status, body: JSON.parse(await answer.text()) };
}

/** The value of an expression in JavaScript, as Bruno finds it. */
function evaluate(expression: string, names: Names): unknown {
  return new Function(...Object.keys(names), `return ${expression}`)(...Object.values(names));
}

/** What stands on the right of an assertion: a number, true, false, null, or a text, with quotes or without. */
function literal(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
