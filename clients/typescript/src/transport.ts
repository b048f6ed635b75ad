import { NoAnswer, NotAuthenticated, PaymentsError, errorOf } from './errors.js';
import { read, write } from './json.js';
import { isDecided, isRepeatable, isTokenless, mayHaveHadEffect, neverSent, withoutToken, type Kind } from './repeats.js';

/** Where the service is, who asks, and how long is waited. Times are milliseconds. */
export interface Options {
  /** Such as `https://payments.example.com`; plain http is for this machine only. */
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly apiSecret: string;
  /** For one answer; 20 s. */
  readonly attemptTimeout?: number;
  /** For a call with all its attempts and waits; 60 s. */
  readonly deadline?: number;
  /** At most so many attempts of a call; 4. */
  readonly maxAttempts?: number;
  /** Before the second attempt, twice as long before each further one, with jitter; 250 ms. */
  readonly backoff?: number;
  /** Another clock, for tests. */
  readonly clock?: Clock;
}

export interface Clock {
  /** Milliseconds that never go back. */
  now(): number;
  sleep(milliseconds: number): Promise<void>;
}

export interface Call {
  readonly kind: Kind;
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly path: string;
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>> | undefined;
  readonly body?: unknown;
  readonly idempotencyKey?: string;
  readonly open?: boolean;
}

interface Token {
  readonly value: string;
  readonly renewAt: number;
}

const REAL_CLOCK: Clock = {
  now: () => performance.now(),
  sleep: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
};
const NEVER_SENT = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT']);
const STALE_TOKEN = new Set<string | undefined>(['token_expired', 'token_invalid']);

/** Sends requests with a token, and again where that is safe. Shows no secret when it is printed. */
export class Transport {
  readonly #options: Required<Options>;
  #token: Promise<Token> | undefined;

  constructor(options: Options) {
    const url = new URL(options.baseUrl);
    const local = ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);
    if (url.protocol !== 'https:' && !(url.protocol === 'http:' && local)) {
      throw new TypeError('baseUrl must begin with https://');
    }
    this.#options = {
      attemptTimeout: 20_000,
      deadline: 60_000,
      maxAttempts: 4,
      backoff: 250,
      clock: REAL_CLOCK,
      ...options,
      baseUrl: url.href.replace(/\/+$/, ''),
    };
  }

  async json<T>(call: Call): Promise<T> {
    const text = await this.text(call);
    try {
      return read(text) as T;
    } catch {
      // An answer that cannot be read is still an answer: the request has taken effect.
      const failure = new NoAnswer(`no readable answer to ${call.method} ${call.path}`);
      failure.outcomeUnknown = call.kind !== 'read';
      failure.idempotencyKey = call.idempotencyKey;
      throw failure;
    }
  }

  /** The body of the answer, after as many attempts as are safe and as the deadline allows. */
  async text(call: Call): Promise<string> {
    const { clock, maxAttempts, backoff } = this.#options;
    // Written once: a repeat under an Idempotency-Key is the same to the byte.
    const body = call.body === undefined ? undefined : write(call.body);
    const end = clock.now() + this.#options.deadline;
    let uncertain = false;
    for (let attempt = 1; ; attempt++) {
      let failure: PaymentsError;
      try {
        return await this.#authenticated(call, body, end);
      } catch (error) {
        if (!(error instanceof PaymentsError)) {
          throw error;
        }
        failure = error;
      }
      // The token was tried often enough by itself, and without it the request was not sent.
      const before = isTokenless(failure);
      uncertain ||= !before && call.kind !== 'read' && mayHaveHadEffect(failure);
      failure.idempotencyKey = call.idempotencyKey;
      failure.outcomeUnknown = uncertain && (before || !isDecided(failure));
      const jitter = 0.5 + Math.random() / 2;
      const wait = Math.max((failure.retryAfterSeconds ?? 0) * 1000, backoff * 2 ** (attempt - 1) * jitter);
      if (before || attempt >= maxAttempts || !isRepeatable(call.kind, failure) || clock.now() + wait >= end) {
        throw failure;
      }
      await clock.sleep(wait);
    }
  }

  /** One attempt, and another one with a new token where the service does not take this one. */
  async #authenticated(call: Call, body: string | undefined, end: number): Promise<string> {
    if (call.open) {
      return this.#send(call, body, undefined, end);
    }
    const used = await this.#freshToken(end);
    try {
      return await this.#send(call, body, used.value, end);
    } catch (error) {
      if (!(error instanceof NotAuthenticated) || !STALE_TOKEN.has(error.code)) {
        throw error;
      }
    }
    return this.#send(call, body, (await this.#freshToken(end, used)).value, end);
  }

  /** The token that all calls share, or a new one, which one of them fetches for all. */
  async #freshToken(end: number, refused?: Token): Promise<Token> {
    try {
      const shared = this.#token;
      if (shared !== undefined) {
        const known = await this.#within(shared, end);
        if (known !== refused && this.#options.clock.now() < known.renewAt) {
          return known;
        }
        // Another call may have replaced it meanwhile.
        if (this.#token === shared) {
          this.#token = undefined;
        }
      }
      return await this.#within(this.#token ?? this.#fetchToken(), end);
    } catch (error) {
      // A copy, because calls that wait for the same token fail together, each with its own key.
      throw error instanceof PaymentsError ? withoutToken(error) : error;
    }
  }

  #fetchToken(): Promise<Token> {
    const { apiKey, apiSecret, clock } = this.#options;
    const call: Call = { kind: 'read', method: 'POST', path: '/business/auth', open: true, body: { apiKey, apiSecret } };
    const begin = clock.now();
    const fetched = this.json<{ accessToken: string; expiresIn: number }>(call).then((answer) => ({
      value: answer.accessToken,
      renewAt: begin + Math.max(answer.expiresIn - 60, answer.expiresIn * 0.9) * 1000,
    }));
    this.#token = fetched;
    fetched.catch(() => {
      if (this.#token === fetched) {
        this.#token = undefined;
      }
    });
    return fetched;
  }

  async #within<T>(promise: Promise<T>, end: number): Promise<T> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      const left = Math.max(0, end - this.#options.clock.now());
      timer = setTimeout(() => reject(new NoAnswer('no token in time')), left);
    });
    return Promise.race([promise, late]).finally(() => clearTimeout(timer));
  }

  async #send(call: Call, body: string | undefined, token: string | undefined, end: number): Promise<string> {
    const { attemptTimeout, baseUrl, clock } = this.#options;
    const url = new URL(baseUrl + call.path);
    for (const [name, value] of Object.entries(call.query ?? {})) {
      if (value !== undefined) url.searchParams.set(name, String(value));
    }
    const headers = new Headers({ Accept: 'application/json, text/csv' });
    if (body !== undefined) headers.set('Content-Type', 'application/json');
    if (token !== undefined) headers.set('Authorization', `Bearer ${token}`);
    if (call.idempotencyKey !== undefined) headers.set('Idempotency-Key', call.idempotencyKey);
    const abort = new AbortController();
    const timer = setTimeout(() => abort.abort(), Math.max(1, Math.min(attemptTimeout, end - clock.now())));
    let answer: Response;
    let text: string;
    try {
      const init = { method: call.method, headers, redirect: 'manual' as const, signal: abort.signal };
      answer = await fetch(url, body === undefined ? init : { ...init, body });
      text = await answer.text();
    } catch (error) {
      const cause = (error as { cause?: { code?: string } }).cause?.code;
      const reason = abort.signal.aborted ? 'the time was up' : cause ?? 'the connection broke';
      const failure = new NoAnswer(`no answer to ${call.method} ${call.path}: ${reason}`);
      throw cause !== undefined && NEVER_SENT.has(cause) ? neverSent(failure) : failure;
    } finally {
      clearTimeout(timer);
    }
    if (!answer.ok) {
      throw errorOf(answer.status, answer.headers, text);
    }
    return text;
  }
}
