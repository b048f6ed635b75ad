package org.mizani.support;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.Map;

/** Operators' switch of submissions, as a test sets it. */
public final class SwitchedSubmission {

  private static final String PATH = "/operator/submission";

  private SwitchedSubmission() {}

  /** Sets the mode. */
  public static void to(String mode) {
    Response answer =
        TestOperator.request().body(Map.of("mode", mode, "reason", "a test")).put(PATH);
    assertThat(answer.statusCode()).as(answer.asString()).isEqualTo(200);
  }

  /** Has the payments created before this time asked about first; answers how many were noted. */
  public static long askFirst(Instant createdBefore) {
    Response answer =
        TestOperator.request()
            .body(Map.of("createdBefore", createdBefore.toString(), "reason", "a restore"))
            .post(PATH + "/ask-first");
    assertThat(answer.statusCode()).as(answer.asString()).isEqualTo(200);
    return answer.<Integer>path("payouts") + answer.<Integer>path("collections");
  }
}
