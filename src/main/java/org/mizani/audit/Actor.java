package org.mizani.audit;

/**
 * Actor of an audited change: an operator, or a job that changes data of its own accord.
 *
 * @param key the operator's key, or the job's name, which the audit log names
 * @param requestId the id of the request, which the logs name too
 */
public record Actor(String key, String requestId) {}
