import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.SecureRandom;
import java.util.Base64;

/**
 * Writes what a run of the bench or of chaos needs into a directory: the service's keys, random and
 * good for one run, and the statement that checks the wallets.
 *
 * <p>Argument: the directory.
 */
public final class Setup {

  /** Compares every part of every wallet with the sum of its account's transfers. */
  private static final String UNBALANCED_WALLETS =
      """
      WITH moved AS (
        SELECT credit_account_id AS account_id, amount_minor FROM ledger_transfer
        UNION ALL
        SELECT debit_account_id, -amount_minor FROM ledger_transfer
      ), sums AS (
        SELECT account_id, sum(amount_minor) AS minor FROM moved GROUP BY account_id
      )
      SELECT w.id FROM wallet w
      LEFT JOIN sums a ON a.account_id = w.available_account_id
      LEFT JOIN sums h ON h.account_id = w.holding_account_id
      LEFT JOIN sums p ON p.account_id = w.pending_account_id
      WHERE w.available_minor <> coalesce(a.minor, 0)
         OR w.holding_minor <> coalesce(h.minor, 0)
         OR w.pending_minor <> coalesce(p.minor, 0)
      """;

  private final Path directory;

  private Setup(Path directory) {
    this.directory = directory;
  }

  public static void main(String[] arguments) throws IOException, GeneralSecurityException {
    Setup setup = new Setup(Path.of(arguments[0]));
    setup.writeKeys();
    setup.write("unbalanced.sql", UNBALANCED_WALLETS);
  }

  private void writeKeys() throws IOException, GeneralSecurityException {
    KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
    generator.initialize(2048);
    KeyPair pair = generator.generateKeyPair();
    write("token-private.pem", pem("PRIVATE KEY", pair.getPrivate().getEncoded()));
    write("token-public.pem", pem("PUBLIC KEY", pair.getPublic().getEncoded()));
    byte[] encryptionKey = new byte[32];
    new SecureRandom().nextBytes(encryptionKey);
    write("encryption-keys", "bench:" + Base64.getEncoder().encodeToString(encryptionKey));
  }

  private static String pem(String label, byte[] encoded) {
    String base64 = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(encoded);
    return "-----BEGIN %1$s-----\n%2$s\n-----END %1$s-----\n".formatted(label, base64);
  }

  private void write(String name, String text) throws IOException {
    Files.writeString(directory.resolve(name), text);
  }
}
