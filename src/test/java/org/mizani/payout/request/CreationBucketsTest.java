package org.mizani.payout.request;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.distribution.CountAtBucket;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CreationBucketsTest {

  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();

  CreationBucketsTest() {
    registry.config().meterFilter(new CreationBuckets());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"/business/payout/transfer", "/business/payout/payment", "/business/payout/bank"})
  void countsCreatedPayoutsInBuckets(String route) {
    assertThat(buckets("http.server.requests", route, "SUCCESS"))
        .containsExactly(100.0, 250.0, 500.0, 1000.0, 2500.0);
  }

  @ParameterizedTest
  @CsvSource({
    "http.server.requests, /business/payout/transfer, CLIENT_ERROR",
    "http.server.requests, /business/payout/transfer, SERVER_ERROR",
    "http.server.requests, /business/payouts/bulk,    SUCCESS",
    "http.client.requests, /business/payout/transfer, SUCCESS"
  })
  void hasNoBucketsForOtherRequests(String meter, String route, String outcome) {
    assertThat(buckets(meter, route, outcome)).isEmpty();
  }

  private Stream<Double> buckets(String meter, String route, String outcome) {
    Timer timer = registry.timer(meter, "uri", route, "outcome", outcome);
    return Stream.of(timer.takeSnapshot().histogramCounts())
        .map((CountAtBucket count) -> count.bucket(TimeUnit.MILLISECONDS));
  }
}
