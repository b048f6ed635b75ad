import { NoAnswer, PaymentsError, ServiceError } from './errors.js';

/**
 * What a repeat of a request does: `read` and `keyed` ones can be repeated freely, the latter by
 * their Idempotency-Key; `once` is repeated only where the service says that it had no effect.
 */
export type Kind = 'read' | 'keyed' | 'once';

const UNDECIDED = new Set([401, 403, 429]);
const tokenless = new WeakSet<PaymentsError>();
const unsent = new WeakSet<PaymentsError>();

/** A copy of the failure to get a token, for a request that was not sent for want of it. */
export function withoutToken(failure: PaymentsError): PaymentsError {
  const copy = new (failure.constructor as typeof PaymentsError)(failure.message, failure);
  tokenless.add(copy);
  return copy;
}

export function isTokenless(failure: PaymentsError): boolean {
  return tokenless.has(failure);
}

/** Marks the failure of a request that did not reach the service. */
export function neverSent(failure: NoAnswer): NoAnswer {
  unsent.add(failure);
  return failure;
}

/** Whether the service may have carried the request out, although the answer was a failure. */
export function mayHaveHadEffect(failure: PaymentsError): boolean {
  if (failure instanceof NoAnswer) {
    return !unsent.has(failure);
  }
  return failure instanceof ServiceError && failure.code !== 'unavailable';
}

/** Whether the answer tells what became of this attempt and of those before it. */
export function isDecided(failure: PaymentsError): boolean {
  return failure.status !== undefined && failure.status < 500 && !UNDECIDED.has(failure.status);
}

export function isRepeatable(kind: Kind, failure: PaymentsError): boolean {
  if (failure.status === 429) {
    return true;
  }
  const transient = failure instanceof NoAnswer || [500, 502, 503, 504].includes(failure.status ?? 0);
  return transient && (kind !== 'once' || !mayHaveHadEffect(failure));
}
