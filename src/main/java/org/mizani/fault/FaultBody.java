package org.mizani.fault;

/** Body of an error on the wire, in one of two shapes (specification, section 7). */
public sealed interface FaultBody {

  /** {@code {"code":0,"error":"…"}}: most errors. */
  record Usual(int code, String error) implements FaultBody {}

  /** {@code {"message":"…"}}: authorization failures. */
  record Authorization(String message) implements FaultBody {}
}
