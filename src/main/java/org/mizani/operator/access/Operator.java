package org.mizani.operator.access;

/**
 * Who makes a request of the operator interface.
 *
 * @param key the operator's key, which the audit log names
 * @param requestId the request's id, which the logs have too
 */
public record Operator(String key, String requestId) {}
