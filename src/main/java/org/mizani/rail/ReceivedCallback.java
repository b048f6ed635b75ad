package org.mizani.rail;

import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/**
 * Callback as it came.
 *
 * @param path of the request, as the network signed it
 * @param authority the host that it was sent to, with the port if it is not the usual one
 * @param headers those that the connector asked for, by name in lower case
 * @param purpose that its path was made for, such as {@code result}; empty if it came to the path
 *     of the rail
 */
public record ReceivedCallback(
    String method,
    String authority,
    String path,
    Map<String, String> headers,
    byte[] body,
    Optional<String> purpose,
    Instant receivedAt) {}
