package org.mizani.operator.access;

import jakarta.enterprise.context.RequestScoped;
import java.util.Optional;
import java.util.function.Function;
import org.mizani.audit.Actor;
import org.mizani.fault.ApiFault;
import org.mizani.fault.ApiFault.ApiException;

/**
 * Operator of the request. Every operation begins by asking for it, so that a request which the
 * filter should have refused and did not is refused all the same.
 */
@RequestScoped
public class CurrentOperator {

  private Actor operator;
  private OperatorSession session;
  private Function<ApiException, RefusedOperation> refusals;

  void is(
      OperatorSession admitted,
      Actor identified,
      Function<ApiException, RefusedOperation> refusalsOfOperation) {
    this.session = admitted;
    this.operator = identified;
    this.refusals = refusalsOfOperation;
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

  /**
   * Refusals of the request's operation that the audit log has, for an operation which finds out by
   * itself that this operator has no right to it. They can be made after the request's context has
   * ended; asking for them refuses like {@link #get}.
   */
  public Function<ApiException, RefusedOperation> refusals() {
    require();
    return refusals;
  }

  /** Whether an operator was identified. */
  public boolean isKnown() {
    return operator != null;
  }

  /** The operator's role, at the time of the request; refuses like {@link #get}. */
  public OperatorRole role() {
    return session().role();
  }

  /**
   * Whether the operator may do an operation, by its resource and method; refuses like {@link
   * #get}.
   */
  public boolean may(String operation) {
    return OperatorRights.allows(session(), operation);
  }

  /** The session of the request; refuses like {@link #get}. */
  OperatorSession session() {
    return Optional.ofNullable(session).orElseThrow(ApiFault.TOKEN_MISSING::asException);
  }
}
