/** What is known of a request that failed. Secrets, tokens and bodies are no part of it. */
export interface Failure {
  readonly status?: number | undefined;
  readonly code?: string | undefined;
  readonly field?: string | undefined;
  readonly requestId?: string | undefined;
  readonly retryAfterSeconds?: number | undefined;
  readonly reference?: string | undefined;
}

/**
 * A request that failed.
 *
 * `outcomeUnknown` says that it may have taken effect all the same: send it again with the same
 * body and `idempotencyKey`, or read the payment by its reference, before you do anything else.
 */
export class PaymentsError extends Error {
  /** The HTTP status; absent where no answer arrived. */
  readonly status: number | undefined;
  /** `X-Error-Code`, to switch on. */
  readonly code: string | undefined;
  /** `X-Error-Field`: the field that the refusal is about. */
  readonly field: string | undefined;
  /** `X-Request-Id`, to quote to the operator. */
  readonly requestId: string | undefined;
  /** `Retry-After`, in seconds. */
  readonly retryAfterSeconds: number | undefined;
  /** `X-Service-Reference`: your payment that has this reference already. */
  readonly reference: string | undefined;
  outcomeUnknown = false;
  idempotencyKey: string | undefined;

  constructor(message: string, failure: Failure = {}) {
    super(message);
    this.name = new.target.name;
    this.status = failure.status;
    this.code = failure.code;
    this.field = failure.field;
    this.requestId = failure.requestId;
    this.retryAfterSeconds = failure.retryAfterSeconds;
    this.reference = failure.reference;
  }
}

/** 400, 405, 413, 414, 431: the program or its input is to be mended. */
export class InvalidRequest extends PaymentsError {}
/** 401: the key, its secret or its token. */
export class NotAuthenticated extends PaymentsError {}
/** 403: the key or the business may not do this. */
export class NotAllowed extends PaymentsError {}
/** 404: no such payment, rate, quote or other record. */
export class NotFound extends PaymentsError {}
/** 409: the reference is used, or the state of things does not allow it. */
export class Conflict extends PaymentsError {}
/** 412: the wallet does not cover the payout. */
export class InsufficientBalance extends PaymentsError {}
/** 422: the recipient, the corridor, the code or the idempotency key. */
export class NotPayable extends PaymentsError {}
/** 429: wait for `retryAfterSeconds`. */
export class RateLimited extends PaymentsError {}
/** 5xx, and any answer that is none of the service. */
export class ServiceError extends PaymentsError {}
/** No answer: no connection, a broken one, or the time was up. */
export class NoAnswer extends PaymentsError {}
/** A webhook that is not to be believed. */
export class ForgedWebhook extends Error {
  override readonly name = 'ForgedWebhook';
}

const TYPES: Record<number, typeof PaymentsError> = {
  400: InvalidRequest,
  401: NotAuthenticated,
  403: NotAllowed,
  404: NotFound,
  405: InvalidRequest,
  409: Conflict,
  412: InsufficientBalance,
  413: InvalidRequest,
  414: InvalidRequest,
  422: NotPayable,
  429: RateLimited,
  431: InvalidRequest,
};

/** The error of an answer that is no success. */
export function errorOf(status: number, headers: Headers, body: string): PaymentsError {
  const wait = Number(headers.get('Retry-After') ?? NaN);
  return new (TYPES[status] ?? ServiceError)(messageOf(status, body), {
    status,
    code: headers.get('X-Error-Code') ?? undefined,
    field: headers.get('X-Error-Field') ?? undefined,
    requestId: headers.get('X-Request-Id') ?? undefined,
    retryAfterSeconds: Number.isFinite(wait) && wait >= 0 ? wait : undefined,
    reference: headers.get('X-Service-Reference') ?? undefined,
  });
}

function messageOf(status: number, body: string): string {
  try {
    const { error, message } = JSON.parse(body) as { error?: unknown; message?: unknown };
    const text = error ?? message;
    if (typeof text === 'string') {
      return text;
    }
  } catch {
    // The answer of a proxy, which is not shown: it may repeat what was sent.
  }
  return `HTTP ${status}`;
}
