package org.mizani.operator.access;

import jakarta.enterprise.context.RequestScoped;
import org.mizani.fault.ApiFault;

/**
 * Operator of the request. Every operation begins by asking for it, so that a request which the
 * filter should have refused and did not is refused all the same.
 */
@RequestScoped
public class CurrentOperator {

  /**
   * An operator, or a job that changes data of its own accord.
   *
   * @param key the operator's key, which the audit log names
   * @param requestId the id of the request, which the logs name too
   */
  public record Operator(String key, String requestId) {}

  private Operator operator;

  void is(Operator identified) {
    this.operator = identified;
  }

  /**
   * The operator.
   *
   * @throws org.mizani.fault.ApiFault.ApiException 401 if none was identified
   */
  public Operator get() {
    if (operator == null) {
      throw ApiFault.MISSING_HEADER.asException();
    }
    return operator;
  }
}
