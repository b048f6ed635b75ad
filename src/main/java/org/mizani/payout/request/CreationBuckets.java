package org.mizani.payout.request;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.config.MeterFilter;
import io.micrometer.core.instrument.distribution.DistributionStatisticConfig;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.Set;

/**
 * Buckets in the times of requests that created a payout, from which its service level of latency
 * is read. Other requests have none: each is a series more in every pod.
 */
@Singleton
final class CreationBuckets implements MeterFilter {

  private static final String REQUESTS = "http.server.requests";
  private static final Set<String> ROUTES =
      Set.of("/business/payout/transfer", "/business/payout/payment", "/business/payout/bank");

  private static final long MILLISECOND = Duration.ofMillis(1).toNanos();

  /** Upper bounds. The objective, 500 ms, has to be one of them. */
  private static final DistributionStatisticConfig BUCKETS =
      DistributionStatisticConfig.builder()
          .serviceLevelObjectives(
              100 * MILLISECOND,
              250 * MILLISECOND,
              500 * MILLISECOND,
              1000 * MILLISECOND,
              2500 * MILLISECOND)
          .build();

  @Override
  public DistributionStatisticConfig configure(Meter.Id id, DistributionStatisticConfig config) {
    return createsPayouts(id) ? BUCKETS.merge(config) : config;
  }

  private static boolean createsPayouts(Meter.Id id) {
    return id.getName().equals(REQUESTS)
        && ROUTES.contains(id.getTag("uri"))
        && "SUCCESS".equals(id.getTag("outcome"));
  }
}
