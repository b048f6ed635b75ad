import java.io.IOException;
import java.lang.reflect.Field;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.mizani.business.ApiKey;
import org.mizani.business.SecretHash;
import org.mizani.encryption.FieldEncryption;

/**
 * Writes what a run of the bench needs into a directory: the service's keys, the seed, and the
 * statements to measure and to check with. Every statement is read from the service's own classes,
 * so that the bench never measures anything else than what the service runs. All secrets are random
 * and good for one run.
 *
 * <p>Arguments: the directory, the number of businesses.
 */
public final class Setup {

  private static final long FUNDS_MINOR = 100_000_000_000L;
  private static final SecureRandom RANDOM = new SecureRandom();
  private static final Pattern COLUMNS = Pattern.compile("AS r \\((.*?)\\)", Pattern.DOTALL);
  private static final Pattern PARAMETER = Pattern.compile("\\$([0-9]+)");

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
  private final byte[] encryptionKey = random();

  private Setup(Path directory) {
    this.directory = directory;
  }

  public static void main(String[] arguments) throws IOException, GeneralSecurityException {
    Setup setup = new Setup(Path.of(arguments[0]));
    setup.writeKeys();
    setup.writeSeed(Integer.parseInt(arguments[1]));
    setup.writePayoutStatement();
    setup.write("unbalanced.sql", UNBALANCED_WALLETS);
  }

  private void writeKeys() throws IOException, GeneralSecurityException {
    KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
    generator.initialize(2048);
    KeyPair pair = generator.generateKeyPair();
    write("token-private.pem", pem("PRIVATE KEY", pair.getPrivate().getEncoded()));
    write("token-public.pem", pem("PUBLIC KEY", pair.getPublic().getEncoded()));
    write("encryption-keys", "bench:" + Base64.getEncoder().encodeToString(encryptionKey));
  }

  /** On an empty database the ids of businesses and their keys are both 1, 2, 3 … */
  private void writeSeed(int businesses) throws IOException {
    StringBuilder seed = new StringBuilder("BEGIN;\n");
    prepare(seed, "register", "org.mizani.business.BusinessRepository", "ENTER");
    prepare(seed, "add_key", "org.mizani.business.ApiKeys", "ADD");
    prepare(seed, "open_wallet", "org.mizani.ledger.Ledger", "OPEN_WALLET");
    prepare(seed, "top_up", "org.mizani.ledger.Ledger", "TOP_UP");
    prepare(seed, "enter_rate", "org.mizani.fx.Rates", "ENTER_AT_ONCE");
    seed.append("EXECUTE enter_rate ('USD', 'KES', 129);\n");
    StringBuilder credentials = new StringBuilder();
    FieldEncryption encryption = new FieldEncryption(Map.of("bench", encryptionKey));
    for (int id = 1; id <= businesses; id++) {
      String key = "pk_test_bench_" + id;
      String secret = "sk_test_" + HexFormat.of().formatHex(random());
      credentials.append("%s %s\n".formatted(key, secret));
      seed.append(business(encryption, id, key, secret));
    }
    write("seed.sql", seed.append("COMMIT;\n").toString());
    write("credentials", credentials.toString());
  }

  private static String business(FieldEncryption encryption, int id, String key, String secret) {
    byte[] signature =
        SecretHash.webhookSignature(key, secret).getBytes(StandardCharsets.US_ASCII);
    return """
        EXECUTE register ('Bench %1$d', NULL, NULL, false, 0.02, 'digest', false);
        EXECUTE add_key (%1$d, 'test', '%2$s', '%3$s', '%4$s', NULL);
        EXECUTE open_wallet (%1$d, 'payout', 'USD');
        EXECUTE top_up (%1$d, 'payout', 'USD', %5$d, 'bench');
        """
        .formatted(
            id,
            key,
            bytea(SecretHash.of(key, secret).bytes()),
            bytea(encryption.encrypt(ApiKey.signatureContext(key), signature)),
            FUNDS_MINOR);
  }

  /** The statement with {@code ARRAY[:column]} for each parameter, and the columns' names. */
  private void writePayoutStatement() throws IOException {
    String create = statement("org.mizani.payout.PayoutCreation", "CREATE");
    Matcher list = COLUMNS.matcher(create);
    if (!list.find()) {
      throw new IllegalStateException("the statement's parameters have no names any more");
    }
    List<String> columns =
        Arrays.stream(list.group(1).split(","))
            .map(String::strip)
            .filter(name -> !name.equals("position"))
            .toList();
    write("payout-columns", String.join("\n", columns) + "\nlease_ms\n");
    write(
        "payout.sql",
        PARAMETER
            .matcher(create.strip())
            .replaceAll(found -> parameter(columns, number(found.group(1)) - 1)));
  }

  /** A column's array; the one parameter behind them is the lease. */
  private static String parameter(List<String> columns, int index) {
    return index < columns.size() ? "ARRAY[:" + columns.get(index) + "]" : ":lease_ms";
  }

  private static void prepare(StringBuilder seed, String name, String type, String constant) {
    seed.append("PREPARE %s AS %s;\n".formatted(name, statement(type, constant).strip()));
  }

  private static String statement(String type, String constant) {
    try {
      Field field = Class.forName(type).getDeclaredField(constant);
      field.setAccessible(true);
      return (String) field.get(null);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("the service has no " + type + "." + constant, e);
    }
  }

  private static int number(String text) {
    return Integer.parseInt(text);
  }

  private static byte[] random() {
    byte[] bytes = new byte[32];
    RANDOM.nextBytes(bytes);
    return bytes;
  }

  private static String bytea(byte[] bytes) {
    return "\\x" + HexFormat.of().formatHex(bytes);
  }

  private static String pem(String label, byte[] encoded) {
    String base64 = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(encoded);
    return "-----BEGIN %1$s-----\n%2$s\n-----END %1$s-----\n".formatted(label, base64);
  }

  private void write(String name, String text) throws IOException {
    Files.writeString(directory.resolve(name), text);
  }
}
