package org.mizani.webhook;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.vertx.core.Vertx;
import java.time.InstantSource;
import org.mizani.database.Database;
import org.mizani.encryption.FieldEncryption;
import org.mizani.service.ServiceEnvironment;
import org.mizani.webhook.address.ReceiverAddresses;
import org.mizani.webhook.address.TestAddresses;
import org.mizani.webhook.order.PaymentOrder;
import org.mizani.webhook.queue.ReceiverQueues;

/** One of several pods on the same database, with the outbox's parts put together by hand. */
final class Pod implements AutoCloseable {

  final Outbox outbox;
  final DueReceivers dueReceivers;
  final AttemptRecorder recorder;
  final WebhookDispatcher dispatcher;
  final SimpleMeterRegistry metrics = new SimpleMeterRegistry();
  private final ReceiverAddresses addresses;
  private final WebhookSender sender;

  Pod(Vertx vertx, Database database, FieldEncryption encryption, WebhookConfig config) {
    this(
        vertx,
        database,
        encryption,
        config,
        InstantSource.system(),
        TestAddresses.in(ServiceEnvironment.TEST, vertx));
  }

  Pod(
      Vertx vertx,
      Database database,
      FieldEncryption encryption,
      WebhookConfig config,
      InstantSource clock,
      ReceiverAddresses addresses) {
    this.addresses = addresses;
    ReceiverQueues queues = new ReceiverQueues(config.limits());
    sender = new WebhookSender(vertx, addresses, clock, config);
    outbox = new Outbox(database, encryption, config);
    WebhookMetrics counters = new WebhookMetrics(metrics);
    recorder = new AttemptRecorder(database, queues, counters, config);
    SigningKeyring keyring = new SigningKeyring(database, encryption, config);
    dueReceivers = new DueReceivers(database, config);
    WebhookClaims claims =
        new WebhookClaims(outbox, dueReceivers, new PaymentOrder(database), queues, clock, config);
    PendingWebhooks pending = new PendingWebhooks(database, counters, config, metrics);
    dispatcher =
        new WebhookDispatcher(
            outbox, claims, queues, keyring, sender, recorder, pending, clock, config);
  }

  @Override
  public void close() {
    sender.close();
    addresses.close();
  }
}
