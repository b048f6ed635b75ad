package org.mizani.deploy;

import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.Eventually.eventually;
import static org.mizani.support.TestPartners.transferOf;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.mizani.money.CurrencyUnit;
import org.mizani.support.PublishedMetrics;
import org.mizani.support.Sample;
import org.mizani.support.TestDatabase;
import org.mizani.support.TestPartners;

/** Series that dashboards and service levels read, as a running service publishes them. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
class DashboardSeriesApiTest {

  private static final String BUCKETS = "http_server_requests_seconds_bucket";

  /** Labels that Prometheus adds. */
  private static final Set<String> ADDED = Set.of("namespace", "pod");

  @Inject TestPartners partners;

  private List<Sample> samples;

  @BeforeEach
  void aPayoutIsCreated() {
    partners.create(Map.of(CurrencyUnit.USD, "100")).transfer(transferOf("measured")).created();
    // The time of a request is counted after its answer.
    samples =
        eventually(
            Sample::scrape,
            found -> found.stream().anyMatch(sample -> sample.series().equals(BUCKETS)));
  }

  @Test
  void publishesTheSeriesThatAreReadByTheLabelsThatTheyAreReadBy() throws IOException {
    Map<String, Set<String>> published = new HashMap<>();
    samples.forEach(
        sample ->
            published
                .computeIfAbsent(sample.series(), series -> new HashSet<>(ADDED))
                .addAll(sample.labels().keySet()));
    Set<String> own = PublishedMetrics.series(PublishedMetrics.own());

    for (PromExpression read : expressions()) {
      Set<String> labels = new HashSet<>();
      read.series().stream()
          .map(series -> published.getOrDefault(series, Set.of()))
          .forEach(labels::addAll);
      read.selected()
          .forEach(
              (series, selected) -> {
                if (published.containsKey(series)) {
                  assertThat(published.get(series)).as(read.text()).containsAll(selected);
                }
              });
      if (published.keySet().containsAll(read.series())) {
        assertThat(labels).as(read.text()).containsAll(read.grouped());
      } else {
        // Those of connected networks, say, are not there without one.
        Set<String> recorded = Set.copyOf(ServiceLevelRules.recorded());
        assertThat(read.series())
            .filteredOn(series -> !published.containsKey(series))
            .allMatch(series -> own.contains(series) || recorded.contains(series));
      }
    }
  }

  @Test
  void countsCreatedPayoutsAloneInBucketsWithTheOneOfTheObjective() throws IOException {
    assertThat(samples)
        .filteredOn(sample -> sample.series().equals(BUCKETS))
        .allMatch(sample -> sample.labels().get("uri").startsWith("/business/payout/"))
        .allMatch(sample -> sample.labels().get("outcome").equals("SUCCESS"));
    assertThat(bounds(samples)).contains("0.5", "+Inf").containsAll(readBounds());
  }

  private static Set<String> bounds(List<Sample> samples) {
    return samples.stream()
        .filter(sample -> sample.series().equals(BUCKETS))
        .map(sample -> sample.labels().get("le"))
        .collect(toSet());
  }

  private static Set<String> readBounds() throws IOException {
    Pattern bound = Pattern.compile("\\ble=\"([^\"]+)\"");
    return expressions().stream()
        .flatMap(read -> bound.matcher(read.text()).results())
        .map(found -> found.group(1))
        .collect(toSet());
  }

  private static List<PromExpression> expressions() throws IOException {
    List<PromExpression> expressions = new ArrayList<>(ServiceLevelRules.expressions());
    Dashboard.all().forEach(dashboard -> expressions.addAll(dashboard.expressions()));
    return expressions;
  }
}
