package org.mizani.operator.access;

import jakarta.enterprise.context.RequestScoped;
import java.util.Optional;
import org.mizani.audit.Actor;
import org.mizani.fault.ApiFault;

/**
 * Operator of the request. Every operation begins by asking for it, so that a request which the
 * filter should have refused and did not is refused all the same.
 */
@RequestScoped
public class CurrentOperator {

  private Actor operator;
  private OperatorSession session;

  void is(OperatorSession admitted, Actor identified) {
    this.session = admitted;
    this.operator = identified;
  }

  /**
   * Refuses a request that no operator makes.
   *
   * @throws org.mizani.fault.ApiFault.ApiException 401 if none was identified
   */
  public void require() {
    get();
  }

  /**
   * The operator, for the audit entry of a change.
   *
   * @throws org.mizani.fault.ApiFault.ApiException 401 if none was identified
   */
  public Actor get() {
    if (operator == null) {
      throw ApiFault.TOKEN_MISSING.asException();
    }
    return operator;
  }

  /** The operator's role, at the time of the request; refuses like {@link #get}. */
  public OperatorRole role() {
    return session().role();
  }

  /** The session of the request; refuses like {@link #get}. */
  OperatorSession session() {
    return Optional.ofNullable(session).orElseThrow(ApiFault.TOKEN_MISSING::asException);
  }
}
