package org.mizani.access;

import jakarta.enterprise.context.RequestScoped;
import java.math.BigDecimal;
import org.mizani.fault.ApiFault;
import org.mizani.fx.Quote;

/**
 * Caller of the current request. An operation that the filter should have guarded, and did not, is
 * refused here.
 */
@RequestScoped
public class CurrentCaller implements Quote.FeeTerms {

  private Caller caller;

  void is(Caller identified) {
    this.caller = identified;
  }

  /**
   * The caller.
   *
   * @throws org.mizani.fault.ApiFault.ApiException 401 if the caller was not identified
   */
  public Caller get() {
    if (caller == null) {
      throw ApiFault.MISSING_HEADER.asException();
    }
    return caller;
  }

  @Override
  public BigDecimal feeRate() {
    return get().feeRate();
  }
}
