package org.mizani.fault;

import org.eclipse.microprofile.openapi.annotations.media.Schema;

/** The two bodies that errors have on the wire (specification, section 7). */
public sealed interface FaultBody {

  /** {@code {"code":0,"error":"…"}}: most errors. */
  @Schema(name = "Error")
  record Usual(int code, String error) implements FaultBody {}

  /** {@code {"message":"…"}}: authorization failures. */
  @Schema(name = "AuthorizationError")
  record Authorization(String message) implements FaultBody {}
}
