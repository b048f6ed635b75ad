package org.mizani.fault;

/**
 * Ends a request with a fault of the catalogue. It is an answer, not an incident: no stack trace.
 */
public final class ApiException extends RuntimeException {

  private final transient ApiFault fault;

  ApiException(ApiFault fault) {
    super(fault.message(), null, false, false);
    this.fault = fault;
  }

  /** What the caller is told. */
  public ApiFault fault() {
    return fault;
  }
}
