package org.mizani.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.Eventually.PATIENCE;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.mizani.support.Rows;
import org.mizani.support.TestDatabase;
import org.mizani.support.TestPartners;
import org.mizani.support.TestPartners.Partner;

/** Callers that a pod keeps in memory. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
class CallersApiTest {

  @Inject TestPartners partners;
  @Inject Rows rows;
  @Inject Callers callers;

  @Test
  void anUnreadableKeyDoesNotStopTheRefreshOfOthers() {
    // Given
    Partner unreadable = partners.create(Map.of());
    Partner suspended = partners.create(Map.of());
    rows.execute(
        "UPDATE api_key SET signature_encrypted = '\\x00' WHERE business_id = $1 RETURNING id",
        unreadable.businessId());
    rows.execute(
        "UPDATE business SET suspended = true WHERE id = $1 RETURNING id", suspended.businessId());

    // When
    callers.refresh().await().atMost(PATIENCE);

    // Then
    assertThat(suspended.request().get("/business/balance").statusCode()).isEqualTo(403);
  }

  /** A read that began before a suspension may end after one that knows of it. */
  @Test
  void anOlderReadDoesNotReplaceANewerOne() {
    Partner partner = partners.create(Map.of());
    Caller before = read(partner);
    callers.find(before.apiKeyId()).await().atMost(PATIENCE);
    long began = System.nanoTime();
    rows.execute(
        "UPDATE business SET suspended = true WHERE id = $1 RETURNING id", partner.businessId());
    callers.refresh().await().atMost(PATIENCE);

    callers.remember(before, began);

    assertThat(callers.find(before.apiKeyId()).await().atMost(PATIENCE))
        .hasValueSatisfying(now -> assertThat(now.suspended()).isTrue());
  }

  /** Its secret may be replaced before it is used for the first time, and with it its signature. */
  @Test
  void aKeyThatWasOnlyNamedIsReadAtItsFirstUse() {
    Partner partner = partners.create(Map.of());
    Caller named = read(partner);
    rows.execute(
        "UPDATE business SET suspended = true WHERE id = $1 RETURNING id", partner.businessId());

    assertThat(callers.find(named.apiKeyId()).await().atMost(PATIENCE))
        .hasValueSatisfying(now -> assertThat(now.suspended()).isTrue());
  }

  private Caller read(Partner partner) {
    return callers.findByKey(partner.apiKey()).await().atMost(PATIENCE).orElseThrow();
  }
}
