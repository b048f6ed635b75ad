package org.mizani.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.Eventually.PATIENCE;

import io.smallrye.mutiny.Uni;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.ext.web.RoutingContext;
import io.vertx.pgclient.PgException;
import jakarta.ws.rs.WebApplicationException;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.Response;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.mizani.database.Bulkhead;
import org.mizani.fault.ApiFault;
import org.mizani.fault.ErrorCode;
import org.mizani.support.LoggedLines;
import org.mizani.support.Stub;
import org.mizani.work.Overflow;

class FaultMapperTest {

  private static final RoutingContext POST = exchange(HttpMethod.POST);

  private final FaultMapper mapper = new FaultMapper(new OutageLog(), new AllowFilter());

  @ParameterizedTest
  @CsvSource({
    "400, JSON_SYNTAX, invalid payload",
    "415, CONTENT_TYPE, invalid payload",
    "404, NOT_FOUND, not found",
    "405, METHOD_NOT_ALLOWED, method not allowed",
    "413, BODY_TOO_LARGE, payload too large",
    "406, INTERNAL, internal error",
    "503, INTERNAL, internal error"
  })
  void refusalsOfTheFrameworkBecomeFaultsOfTheCatalogue(
      int status, ErrorCode code, String message) {
    Response answer = mapper.answer(new WebApplicationException(status), POST);

    assertThat(answer.getStatus()).isEqualTo(code.status());
    assertThat(answer.getEntity()).isEqualTo(ApiFault.of(code, message).body());
    assertThat(answer.getHeaderString("X-Error-Code")).isEqualTo(code.text());
  }

  @Test
  void anOutageOfTheDatabaseIsUnavailableAndMayBeTriedAgain() {
    PgException outage = new PgException("the system is starting up", "FATAL", "57P03", "");

    Response answer = mapper.answer(new IllegalStateException(outage), POST);

    assertThat(answer.getEntity()).isEqualTo(ApiFault.SERVICE_UNAVAILABLE.body());
    assertThat(answer.getStatus()).isEqualTo(503);
    assertThat(answer.getHeaderString(HttpHeaders.RETRY_AFTER)).isEqualTo("1");
    assertThat(answer.getHeaders()).doesNotContainKey("X-Outcome");
    assertThat(answer.getHeaderString("X-Error-Code")).isEqualTo("unavailable");
  }

  @Test
  void anAnswerOfTheDatabaseThatWasLostLeavesTheOutcomeUnknown() {
    Exception lost = new TimeoutException("no answer of the database");

    Response changing = mapper.answer(lost, POST);
    Response reading = mapper.answer(lost, exchange(HttpMethod.GET));

    assertThat(changing.getStatus()).isEqualTo(503);
    assertThat(changing.getHeaderString("X-Outcome")).isEqualTo("unknown");
    assertThat(changing.getHeaderString("X-Error-Code")).isEqualTo("outcome_unknown");
    assertThat(reading.getStatus()).isEqualTo(503);
    assertThat(reading.getHeaders()).doesNotContainKey("X-Outcome");
  }

  @Test
  void anUnexpectedFailureIsLoggedWithTheRequestAndAnsweredWithoutDetails() {
    try (LoggedLines log = LoggedLines.listen()) {
      Response answer = mapper.answer(new IllegalStateException("a secret of ours"), POST);

      assertThat(answer.getStatus()).isEqualTo(500);
      assertThat(answer.getEntity()).isEqualTo(ApiFault.INTERNAL_ERROR.body());
      assertThat(log.text()).contains("request request-7 failed");
    }
  }

  @Test
  void anOperatorsRequestMayHaveBegunItsWork() {
    RoutingContext change = exchange(HttpMethod.POST, "/operator/payouts/1/settle");
    RoutingContext read = exchange(HttpMethod.GET, "/operator/payouts/1");

    assertThat(mapper.answer(new Overflow(), change).getHeaderString("X-Outcome"))
        .isEqualTo("unknown");
    assertThat(mapper.answer(new Overflow(), read).getHeaders()).doesNotContainKey("X-Outcome");
    assertThat(mapper.answer(new Overflow(), POST).getHeaders()).doesNotContainKey("X-Outcome");
  }

  @Test
  void workWithoutAPlaceHasNoEffectAndIsNoOutage() {
    Throwable without =
        new Bulkhead(0, Duration.ofMillis(1))
            .take(() -> Uni.createFrom().voidItem())
            .onItemOrFailure()
            .transform((nothing, failure) -> failure)
            .await()
            .atMost(PATIENCE);

    try (LoggedLines log = LoggedLines.listen()) {
      Response answer = mapper.answer((Bulkhead.NoPlace) without, POST);

      assertThat(answer.getEntity()).isEqualTo(ApiFault.SERVICE_UNAVAILABLE.body());
      assertThat(answer.getHeaders()).doesNotContainKey("X-Outcome");
      assertThat(log.text()).doesNotContain("request-7");
    }
  }

  private static RoutingContext exchange(HttpMethod method) {
    return exchange(method, "/business/payout/transfer");
  }

  private static RoutingContext exchange(HttpMethod method, String path) {
    HttpServerRequest request =
        Stub.of(
            HttpServerRequest.class,
            Map.of(
                "method", none -> method,
                "path", none -> path,
                "getHeader", name -> "request-7"));
    return Stub.of(RoutingContext.class, Map.of("request", none -> request));
  }
}
