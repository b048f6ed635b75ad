package org.mizani.operator.approval;

/**
 * Exception that ends an operation which was not carried out: a request waits instead. It has no
 * stack trace, as it is an answer.
 */
public final class RequestWaits extends RuntimeException {

  private final transient ApprovalAnswer request;

  RequestWaits(ApprovalAnswer request) {
    super("a request waits for approval", null, false, false);
    this.request = request;
  }

  /** The request to answer. */
  public ApprovalAnswer request() {
    return request;
  }
}
