package org.mizani.rail.callback;

import java.util.Map;
import java.util.Optional;

/**
 * Request of a network.
 *
 * @param token the last part of its path, if it came to the path of one payment
 * @param source the address that it came from
 */
record CallbackRequest(
    String rail,
    String secret,
    Optional<String> token,
    String method,
    String authority,
    String path,
    Map<String, String> headers,
    byte[] body,
    String source) {}
