package org.mizani.fault;

import org.eclipse.microprofile.openapi.annotations.media.Schema;

/** The two bodies that errors have on the wire (specification, section 7). */
public sealed interface FaultBody {

  /** {@code {"code":0,"error":"…"}}: most errors. */
  @Schema(
      name = "Error",
      requiredProperties = {"code", "error"})
  record Usual(
      @Schema(description = "Always 0", enumeration = "0") int code,
      @Schema(description = "What is wrong", examples = "invalid payload") String error)
      implements FaultBody {}

  /** {@code {"message":"…"}}: authorization failures. */
  @Schema(name = "AuthorizationError", requiredProperties = "message")
  record Authorization(
      @Schema(description = "What is wrong", examples = "missing value in request header")
          String message)
      implements FaultBody {}
}
