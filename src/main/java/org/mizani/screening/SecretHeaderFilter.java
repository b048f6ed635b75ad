package org.mizani.screening;

import jakarta.ws.rs.client.ClientRequestContext;
import jakarta.ws.rs.client.ClientRequestFilter;

/** Filter that gives requests the header by which the screening service knows this one. */
final class SecretHeaderFilter implements ClientRequestFilter {

  private final String name;
  private final String secret;

  SecretHeaderFilter(String name, String secret) {
    this.name = name;
    this.secret = secret;
  }

  @Override
  public void filter(ClientRequestContext request) {
    request.getHeaders().putSingle(name, secret);
  }
}
