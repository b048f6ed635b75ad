package org.mizani.webhook.delivery;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.inject.Singleton;
import java.io.IOException;
import java.util.Optional;
import java.util.UUID;
import org.jboss.logging.Logger;
import org.mizani.database.Database;
import org.mizani.encryption.FieldEncryption;
import org.mizani.encryption.UndecryptableException;
import org.mizani.log.RedactedFailure;
import org.mizani.webhook.queue.WebhookDelivery;

/**
 * Bodies of deliveries for their business, without the static signature: who may only read would
 * learn from it how to forge webhooks (ADR 38).
 */
@Singleton
final class SentBodies {

  private static final Logger LOG = Logger.getLogger(SentBodies.class);

  private static final String READ =
      "SELECT body_encrypted FROM webhook_body WHERE delivery_id = $1";
  private static final String SIGNATURE = "signature";

  private final Database database;
  private final FieldEncryption encryption;
  private final ObjectMapper json;

  SentBodies(Database database, FieldEncryption encryption, ObjectMapper json) {
    this.database = database;
    this.encryption = encryption;
    this.json = json;
  }

  /** The body that each attempt of a delivery sends; empty once it was erased. */
  Uni<Optional<ObjectNode>> of(UUID delivery) {
    return database
        .find(READ, Tuple.of(delivery), row -> row.getBuffer("body_encrypted").getBytes())
        .map(found -> found.flatMap(bytes -> decrypted(delivery, bytes)));
  }

  /** A body that cannot be read must not hide the attempts. */
  private Optional<ObjectNode> decrypted(UUID delivery, byte[] encrypted) {
    try {
      byte[] body = encryption.decrypt(WebhookDelivery.encryptionContext(delivery), encrypted);
      ObjectNode fields = (ObjectNode) json.readTree(body);
      return Optional.of(fields.without(SIGNATURE));
    } catch (UndecryptableException | IOException e) {
      LOG.errorf("the body of webhook %s cannot be read: %s", delivery, RedactedFailure.words(e));
      return Optional.empty();
    }
  }
}
