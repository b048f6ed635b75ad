package org.mizani.rail.guard;

import io.quarkus.runtime.configuration.ConfigurationException;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.time.Duration;

/** Settings {@code payments.payout.submission*} (ADR 22). */
@ConfigMapping(prefix = "payments.payout")
public interface SubmissionConfig {

  /** {@code on}, {@code ask-only} or {@code off}: operators can make it stricter, not looser. */
  @WithDefault("on")
  String submission();

  /**
   * Time for which a payment is put off that is not to be submitted now; a quarter more or less, so
   * that all that waits is not due in one moment.
   */
  @WithDefault("1m")
  Duration submissionPutOff();

  /** Age at which the operators' switch, as a pod has read it, is not trusted any more. */
  @WithDefault("30s")
  Duration submissionKnownFor();

  /** Payments that one statement marks to be asked about first. */
  @WithDefault("1000")
  int submissionBatch();

  /**
   * The mode of the setting.
   *
   * @throws ConfigurationException if there is no such mode, or another setting is out of range
   */
  default SubmissionMode validated() {
    if (submissionPutOff().toMillis() < 1 || submissionKnownFor().toMillis() < 1) {
      throw new ConfigurationException(
          "payments.payout.submission-put-off and .submission-known-for must be 1 ms or more.");
    }
    if (submissionBatch() < 1 || submissionBatch() > 100_000) {
      throw new ConfigurationException(
          "payments.payout.submission-batch must be from 1 to 100000.");
    }
    return SubmissionMode.find(submission())
        .orElseThrow(
            () ->
                new ConfigurationException(
                    "payments.payout.submission=%s is not one of %s."
                        .formatted(submission(), SubmissionMode.CODES)));
  }
}
