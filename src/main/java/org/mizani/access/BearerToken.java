package org.mizani.access;

import org.mizani.fault.ApiFault;

/** Takes the token out of an {@code Authorization} header (specification, section 5). */
public final class BearerToken {

  private static final String SCHEME = "Bearer ";

  private BearerToken() {}

  /**
   * The token that a header carries; the scheme's case does not count.
   *
   * @param authorization the header, null where there is none
   * @throws org.mizani.fault.ApiFault.ApiException 401 for a missing header, and for one that is no
   *     bearer's
   */
  public static String of(String authorization) {
    if (authorization == null) {
      throw ApiFault.MISSING_HEADER.asException();
    }
    if (!authorization.regionMatches(true, 0, SCHEME, 0, SCHEME.length())) {
      throw ApiFault.MALFORMED_TOKEN.asException();
    }
    return authorization.substring(SCHEME.length()).trim();
  }
}
