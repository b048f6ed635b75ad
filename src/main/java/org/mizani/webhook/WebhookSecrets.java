package org.mizani.webhook;

import io.smallrye.mutiny.Uni;
import io.vertx.core.buffer.Buffer;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.inject.Singleton;
import java.nio.charset.StandardCharsets;
import org.mizani.database.Database;
import org.mizani.vault.Vault;

/** Gives businesses the secrets that their webhooks are signed with. */
@Singleton
public final class WebhookSecrets {

  private static final String ADD =
      "INSERT INTO webhook_secret (business_id, secret_sealed) VALUES ($1, $2)";

  private final Database database;
  private final Vault vault;

  WebhookSecrets(Database database, Vault vault) {
    this.database = database;
    this.vault = vault;
  }

  /** Adds a secret; those that the business has stay valid. */
  public Uni<Void> add(long businessId, WebhookSecret secret) {
    byte[] plain = secret.text().getBytes(StandardCharsets.US_ASCII);
    byte[] sealed = vault.seal(WebhookSecret.vaultContext(businessId), plain);
    return database.execute(ADD, Tuple.of(businessId, Buffer.buffer(sealed))).replaceWithVoid();
  }
}
