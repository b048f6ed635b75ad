package org.mizani.rail.pawapay;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.smallrye.mutiny.Uni;
import jakarta.ws.rs.core.Response;
import java.util.List;
import java.util.Map;
import org.mizani.corridor.TestOperators;
import org.mizani.http.JsonSettings;
import org.mizani.support.Stub;

/** Client of a network that answers each question in one way. */
final class FakePawapay {

  static final Provider.Codes CODES = Provider.Codes.of("momo", List.of());

  private FakePawapay() {}

  /** Returns a client to whose question, by the name of its method, the network answers so. */
  static PawapayClient answering(String question, int status, String body) {
    return with(
        question, Uni.createFrom().item(() -> Response.status(status).entity(body).build()));
  }

  /** Returns a client with this answer to a question, by the name of its method. */
  static PawapayClient with(String question, Uni<Response> answer) {
    return new PawapayClient(
        "momo",
        Stub.of(PawapayApi.class, Map.of(question, sent -> answer)),
        json(),
        TestOperators.packaged(),
        CODES);
  }

  /** Returns the mapper that the service uses. */
  static ObjectMapper json() {
    ObjectMapper mapper = new ObjectMapper();
    new JsonSettings().customize(mapper);
    return mapper;
  }
}
