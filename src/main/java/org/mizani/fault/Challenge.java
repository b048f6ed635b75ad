package org.mizani.fault;

/** Challenge of the header {@code WWW-Authenticate} (RFC 6750, section 3). */
final class Challenge {

  static final String HEADER = "WWW-Authenticate";

  /** To a request without a token. */
  static final String BEARER = "Bearer realm=\"business-payments\"";

  private Challenge() {}

  /** To a request with a token that is not accepted. */
  static String invalidToken(String why) {
    return BEARER + ", error=\"invalid_token\", error_description=\"" + why + "\"";
  }

  /** To a request with the token of a key that lacks this scope. */
  static String insufficientScope(String scope) {
    return BEARER + ", error=\"insufficient_scope\", scope=\"" + scope + "\"";
  }
}
