package org.mizani.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.Eventually.eventually;
import static org.mizani.support.Request.given;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.mizani.support.Sample;
import org.mizani.support.TestDatabase;

/**
 * Requests are measured by their routes, refused ones too: a path may name a person, and a stranger
 * could use up the number of routes that are measured.
 */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
class MeasuredRoutesApiTest {

  private static final String CREATION = "/business/payout/transfer";
  private static final int LONGER_THAN_ANY_TARGET = 9_000;

  @ParameterizedTest
  @CsvSource({
    "/business/transactions/unheard-of-1, 401, /business/transactions/{businessReference}",
    "/business/unheard-of-2/and/more,     401, /unmatched",
    "/operator/payouts/unheard-of-3,      401, /operator/payouts/{serviceReference}",
    "/unheard-of-4,                       404, NOT_FOUND"
  })
  void aRefusedRequestIsMeasuredByItsRoute(String path, int status, String route) {
    assertThat(given().get(path).statusCode()).isEqualTo(status);

    awaitSampleOf(route, status);
    assertNoLabelSays("unheard-of");
  }

  /** Or an outage that refuses callers would not count against the service level. */
  @Test
  void aRefusedCreationIsMeasuredAsOne() {
    int status = given().contentType("application/json").body("{}").post(CREATION).statusCode();

    assertThat(status).isEqualTo(401);
    awaitSampleOf(CREATION, status);
  }

  @Test
  void aTargetThatIsTooLongIsNoLabel() {
    String path = "/business/endless-" + "x".repeat(LONGER_THAN_ANY_TARGET);

    assertThat(given().get(path).statusCode()).isEqualTo(414);

    awaitSampleOf("/unmatched", 414);
    assertNoLabelSays("endless");
  }

  private static void awaitSampleOf(String route, int status) {
    eventually(
        () -> Sample.scrape().stream().anyMatch(sample -> isOf(sample, route, status)),
        found -> found);
  }

  private static boolean isOf(Sample sample, String route, int status) {
    return sample.series().equals("http_server_requests_seconds_count")
        && route.equals(sample.labels().get("uri"))
        && Integer.toString(status).equals(sample.labels().get("status"));
  }

  private static void assertNoLabelSays(String text) {
    assertThat(Sample.scrape())
        .noneMatch(
            sample -> sample.labels().values().stream().anyMatch(value -> value.contains(text)));
  }
}
