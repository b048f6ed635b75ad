package org.mizani.rail.http;

import jakarta.ws.rs.core.Response;
import java.util.Optional;

/**
 * Answer of a network, of any status.
 *
 * @param body as text, whatever its type; empty if there is none
 */
public record NetworkAnswer(int status, String body) {

  private static final int OK_FROM = 200;
  private static final int OK_BELOW = 300;

  /** Reads the answer of a client's method whole. */
  public static NetworkAnswer of(Response response) {
    try (response) {
      return new NetworkAnswer(
          response.getStatus(), Optional.ofNullable(response.readEntity(String.class)).orElse(""));
    }
  }

  /** Whether its status is one of success. */
  public boolean isOk() {
    return status >= OK_FROM && status < OK_BELOW;
  }

  /** The status alone: a body may name a customer. */
  @Override
  public String toString() {
    return "HTTP " + status;
  }
}
