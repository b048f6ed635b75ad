package org.mizani.webhook.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.UUID;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.mizani.work.BatchColumns;

/** The statements that write webhooks to endpoints. */
class EndpointWebhookTest {

  private static final EndpointWebhook.Columns COLUMNS =
      new EndpointWebhook.Columns(new BatchColumns<UUID>().uuid("id", id -> id), 0);

  @ParameterizedTest
  @EnumSource
  void onlyStatementsOfEventsThatMayComeLaterLookUpAnEarlierDelivery(EventKind kind) {
    String statement = COLUMNS.insertionOf(kind);

    boolean later = kind == EventKind.PAYOUT || kind == EventKind.PAYOUT_RETURN;
    assertThat(statement.contains("follows")).isEqualTo(later);
    assertThat(statement.contains("ordered")).isEqualTo(later);
  }
}
