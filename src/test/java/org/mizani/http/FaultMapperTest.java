package org.mizani.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.pgclient.PgException;
import jakarta.ws.rs.WebApplicationException;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.Response;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.mizani.fault.ApiFault;
import org.mizani.support.LoggedLines;
import org.mizani.support.Stub;

class FaultMapperTest {

  private static final HttpHeaders HEADERS =
      Stub.of(HttpHeaders.class, Map.of("getHeaderString", name -> "request-7"));

  private final FaultMapper mapper = new FaultMapper();

  @ParameterizedTest
  @CsvSource({
    "400, 400, invalid payload",
    "415, 400, invalid payload",
    "404, 404, not found",
    "405, 405, method not allowed",
    "413, 413, payload too large",
    "406, 500, internal error",
    "503, 500, internal error"
  })
  void refusalsOfTheFrameworkBecomeFaultsOfTheCatalogue(int status, int answered, String message) {
    Response answer = mapper.answer(new WebApplicationException(status), HEADERS);

    assertThat(answer.getStatus()).isEqualTo(answered);
    assertThat(answer.getEntity()).isEqualTo(ApiFault.of(answered, message).body());
  }

  @Test
  void anOutageOfTheDatabaseIsUnavailableAndMayBeTriedAgain() {
    PgException outage = new PgException("the system is starting up", "FATAL", "57P03", "");

    Response answer = mapper.answer(new IllegalStateException(outage), HEADERS);

    assertThat(answer.getEntity()).isEqualTo(ApiFault.SERVICE_UNAVAILABLE.body());
    assertThat(answer.getStatus()).isEqualTo(503);
    assertThat(answer.getHeaderString(HttpHeaders.RETRY_AFTER)).isEqualTo("1");
  }

  @Test
  void anUnexpectedFailureIsLoggedWithTheRequestAndAnsweredWithoutDetails() {
    try (LoggedLines log = LoggedLines.listen()) {
      Response answer = mapper.answer(new IllegalStateException("a secret of ours"), HEADERS);

      assertThat(answer.getStatus()).isEqualTo(500);
      assertThat(answer.getEntity()).isEqualTo(ApiFault.INTERNAL_ERROR.body());
      assertThat(log.text()).contains("request request-7 failed");
    }
  }
}
