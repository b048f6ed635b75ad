package org.mizani.audit;

import java.util.Optional;

/**
 * Actor of an audited change: an operator, or a job that changes data of its own accord.
 *
 * @param key the operator's key, or the job's name, which the audit log names
 * @param requestId the id of the request, which the logs name too
 * @param epoch the operator's epoch when the request was admitted; empty for the credential of the
 *     environment and for jobs
 */
public record Actor(String key, String requestId, Optional<Long> epoch) {

  /** Actor without an epoch. */
  public Actor(String key, String requestId) {
    this(key, requestId, Optional.empty());
  }
}
