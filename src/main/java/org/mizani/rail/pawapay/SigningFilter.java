package org.mizani.rail.pawapay;

import jakarta.ws.rs.client.ClientRequestContext;
import jakarta.ws.rs.client.ClientRequestFilter;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.mizani.rail.pawapay.signature.HttpMessage;
import org.mizani.rail.pawapay.signature.HttpSigner;

/** Filter of requests: it adds the token, and signs those with a body where there is a key. */
final class SigningFilter implements ClientRequestFilter {

  private final String token;
  private final Optional<HttpSigner> signer;

  SigningFilter(String token, Optional<HttpSigner> signer) {
    this.token = token;
    this.signer = signer;
  }

  @Override
  public void filter(ClientRequestContext request) {
    request.getHeaders().putSingle(HttpHeaders.AUTHORIZATION, "Bearer " + token);
    if (request.getEntity() instanceof String body) {
      signer.ifPresent(by -> sign(request, by, body.getBytes(StandardCharsets.UTF_8)));
    }
  }

  private static void sign(ClientRequestContext request, HttpSigner signer, byte[] body) {
    request.getHeaders().putSingle(HttpHeaders.CONTENT_TYPE, MediaType.APPLICATION_JSON);
    HttpMessage message =
        HttpMessage.request(
            request.getMethod(),
            request.getUri().getRawAuthority(),
            request.getUri().getRawPath(),
            Map.of(
                HttpHeaders.CONTENT_TYPE,
                List.of(MediaType.APPLICATION_JSON),
                HttpHeaders.CONTENT_LENGTH,
                List.of(Integer.toString(body.length))),
            body);
    signer.sign(message).forEach((name, value) -> request.getHeaders().putSingle(name, value));
  }
}
