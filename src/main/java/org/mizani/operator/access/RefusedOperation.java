package org.mizani.operator.access;

import java.util.Map;
import java.util.regex.Pattern;
import org.mizani.audit.Actor;
import org.mizani.audit.AuditLog.Entry;
import org.mizani.fault.ApiFault.ApiException;

/**
 * Exception that ends an operation for which its operator lacks the right. It has no stack trace,
 * as it is an answer.
 */
public final class RefusedOperation extends RuntimeException {

  private static final int LONGEST_REQUEST = 200;
  private static final Pattern NOT_SHOWN = Pattern.compile("[^ -~]");

  private final transient Actor operator;
  private final OperatorRole role;
  private final String operation;
  private final String request;
  private final ApiException refusal;

  /**
   * @param operation its name among the rights
   * @param request method and path, as it was sent
   */
  RefusedOperation(
      Actor operator, OperatorRole role, String operation, String request, ApiException refusal) {
    super(refusal.getMessage(), null, false, false);
    this.operator = operator;
    this.role = role;
    this.operation = operation;
    this.request = request;
    this.refusal = refusal;
  }

  Actor operator() {
    return operator;
  }

  /** The refusal of this operation to this operator, of which the audit log has one a minute. */
  String event() {
    return "operator.refuse-operation/" + operator.key() + "/" + operation;
  }

  Entry entry() {
    return new Entry(
        "operator.refuse-operation",
        Operator.subject(operator.key()),
        Map.of(),
        Map.of("request", shown(request), "role", role.code(), "refusal", refusal.getMessage()));
  }

  /** As JSON of the database can hold it. */
  private static String shown(String request) {
    String cut = request.substring(0, Math.min(LONGEST_REQUEST, request.length()));
    return NOT_SHOWN.matcher(cut).replaceAll("?");
  }

  /** The refusal to answer. */
  ApiException refusal() {
    return refusal;
  }
}
