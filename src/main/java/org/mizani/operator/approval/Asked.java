package org.mizani.operator.approval;

import java.util.Map;

/**
 * Operation that an operator asks for.
 *
 * @param subject the resource that it changes, as in the audit log
 * @param key of which one request of the action waits: a movement's reference, else the subject
 * @param fields of the operation, as the audit log has them: never personal data in full
 * @param request the whole operation, which {@link HeldOperation} carries out; a record that can be
 *     written as JSON
 */
public record Asked(
    ApprovalAction action, String subject, String key, Map<String, Object> fields, Object request) {

  /** An operation of which one request waits for each subject. */
  public static Asked once(
      ApprovalAction action, String subject, Map<String, Object> fields, Object request) {
    return new Asked(action, subject, subject, fields, request);
  }

  /** Without the request, which may hold an account. */
  @Override
  public String toString() {
    return "Asked[" + action + ", " + subject + "]";
  }
}
