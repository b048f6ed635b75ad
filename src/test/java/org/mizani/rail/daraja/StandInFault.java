package org.mizani.rail.daraja;

/** Misbehaviours of the stand-in. "Accepted" means that the payment takes its effect. */
public enum StandInFault {
  NONE,
  /** Not accepted: the connection breaks off. */
  REQUEST_LOST,
  /** Accepted, and then the connection breaks off. */
  ACKNOWLEDGEMENT_LOST,
  /** Accepted, and answered by an internal error. */
  ERROR_AFTER_EFFECT,
  /** Accepted, and answered by a page with status 200. */
  HTML,
  /** Accepted, and the last byte of the acknowledgement takes its time. */
  SLOW,
  /** The result comes before the acknowledgement. */
  CALLBACK_EARLY,
  CALLBACK_TWICE,
  CALLBACK_NEVER,
  /** The result comes after the next one, or after three times the delay. */
  CALLBACK_REORDERED,
  /** A result that says the opposite, with made-up ids, comes to the same address before it. */
  CALLBACK_FORGED,
  /** Accepted and paid, but a notice comes to the QueueTimeOutURL in place of the result. */
  QUEUE_TIME_OUT,
  /** Accepted, and fails with code 1. */
  OUT_OF_FUNDS,
  /** Not accepted: the token has been invalidated. */
  TOKEN_INVALIDATED,
  /** Not accepted: too many requests. */
  SPIKE_ARREST,
  /** Not accepted: a page with status 503. */
  MAINTENANCE
}
