package org.mizani.webhook.order;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.mizani.database.Database;
import org.mizani.support.Eventually;
import org.mizani.webhook.address.CallbackUrl;
import org.mizani.webhook.queue.WebhookDelivery;
import org.mizani.webhook.queue.WebhookDelivery.ToEndpoint;

/** Call-backs, and deliveries to endpoints that are not ordered, need no query. */
class PaymentOrderTest {

  private static final Database NONE = null;

  @Test
  void deliveriesThatFollowNoneAreSentWithoutAQuery() {
    List<WebhookDelivery> claimed =
        List.of(
            delivery(Optional.empty()),
            delivery(Optional.of(new ToEndpoint(UUID.randomUUID(), false, Optional.empty()))),
            delivery(Optional.of(new ToEndpoint(UUID.randomUUID(), true, Optional.empty()))));

    assertThat(new PaymentOrder(NONE).waiting(claimed).await().atMost(Eventually.PATIENCE))
        .isEmpty();
  }

  private static WebhookDelivery delivery(Optional<ToEndpoint> endpoint) {
    return new WebhookDelivery(
        UUID.randomUUID(),
        1,
        OptionalLong.empty(),
        endpoint,
        CallbackUrl.parse("https://partner.example/"),
        new byte[0],
        0,
        0);
  }
}
