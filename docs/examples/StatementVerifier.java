import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.MessageDigest;
import java.security.PublicKey;
import java.security.Signature;
import java.security.SignatureException;
import java.security.spec.RSAPublicKeySpec;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Checks a downloaded statement (CSV) offline: that no line was changed, removed, added or moved,
 * and that the service signed the last. Run it with {@code java StatementVerifier.java <statement>
 * <jwks>}; take the second from the service ({@code /.well-known/jwks.json}), never with the first.
 * It prints state, key and signed summary and ends with 0, or the first wrong line and 1.
 */
class StatementVerifier {

  private static final String COLUMNS =
      "number,time,date,kind,text,reference,serviceReference,debit,credit,balance,available,"
          + "previous";
  private static final List<String> FIRST = List.of("0", "opening", "");
  private static final int KIND = 3;
  private static final int TEXT = 4;
  private static final int PREVIOUS = 11;

  private String jwks;
  private Row beforeLast;
  private Row last;
  private boolean linked = true;
  private int count;

  /** The twelve fields of a line. */
  record Row(int line, List<String> fields) {

    String get(int field) {
      return fields.get(field);
    }

    /** SHA-256 of the fields: of each the number of its bytes in UTF-8, a colon, and the bytes. */
    String hash() throws GeneralSecurityException {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      for (String text : fields) {
        byte[] field = text.getBytes(StandardCharsets.UTF_8);
        digest.update((field.length + ":").getBytes(StandardCharsets.UTF_8));
        digest.update(field);
      }
      return HexFormat.of().formatHex(digest.digest());
    }

    SecurityException wrong(String reason) {
      return new SecurityException("line " + line + " " + reason);
    }
  }

  public static void main(String... arguments) throws Exception {
    if (arguments.length != 2) {
      System.err.println("java StatementVerifier.java <statement> <jwks>");
      System.exit(2);
    }
    try {
      System.out.println("GENUINE, " + verify(Path.of(arguments[0]), Path.of(arguments[1])));
    } catch (SecurityException e) {
      System.out.println("NOT GENUINE: " + e.getMessage());
      System.exit(1);
    }
  }

  /** Checks a statement with the keys of a file: its state, its key and the signed summary. */
  static String verify(Path statement, Path jwks) throws Exception {
    StatementVerifier verifier = new StatementVerifier();
    verifier.jwks = Files.readString(jwks);
    try (InputStream file = new BufferedInputStream(Files.newInputStream(statement))) {
      return verifier.check(file);
    }
  }

  private String check(InputStream file) throws Exception {
    int line = 1;
    if (!COLUMNS.equals(readLine(file, line))) {
      throw new SecurityException("line 1 has not the names of the columns");
    }
    for (String text = readLine(file, ++line); text != null; text = readLine(file, ++line)) {
      Row row = new Row(line, fields(text));
      // Each row has one spelling, so that two spellings never mean the same.
      if (row.fields().size() != PREVIOUS + 1 || !text.equals(written(row.fields()))) {
        throw row.wrong("was changed: it is not written as lines are");
      }
      if (!linked) {
        throw wrongBefore(row);
      }
      if (row.get(KIND).equals("signature")) {
        String summary = signed(row);
        if (file.read() >= 0) {
          throw new SecurityException("line " + (line + 1) + " was added behind the signature");
        }
        return summary;
      }
      if (last == null && !List.of(row.get(0), row.get(KIND), row.get(PREVIOUS)).equals(FIRST)) {
        throw row.wrong("is not the opening balance: it was changed, removed or moved");
      }
      linked = last == null || row.get(PREVIOUS).equals(last.hash());
      beforeLast = last;
      last = row;
      count++;
    }
    throw linked
        ? new SecurityException("line " + (line - 1) + " is the last and no signature: cut off")
        : wrongBefore(null);
  }

  /** Of two rows that do not belong together names the wrong one, by the row that follows. */
  private SecurityException wrongBefore(Row next) throws GeneralSecurityException {
    boolean counted = beforeLast.get(0).equals(Integer.toString(count - 2));
    if (counted && !last.get(0).equals(Integer.toString(count - 1))) {
      return last.wrong("does not follow the line before: lines were removed, added or moved");
    }
    boolean fits = next == null || next.get(PREVIOUS).equals(last.hash());
    return (fits ? beforeLast : last).wrong("was changed");
  }

  /** The summary that one of the keys has signed (JWS, RS256), with the hash of the last row. */
  private String signed(Row row) throws GeneralSecurityException {
    String[] parts = row.get(TEXT).split("\\.", -1);
    String all = count + ",,,signature," + row.get(TEXT) + ",,,,,,," + row.get(PREVIOUS);
    if (last == null || parts.length != 3 || !written(row.fields()).equals(all)) {
      throw row.wrong("was changed: it is no signature of the lines before");
    }
    String id = "";
    String summary = "";
    try {
      String header = new String(base64(parts[0]), StandardCharsets.UTF_8);
      id = field(header, "kid");
      summary = new String(base64(parts[1]), StandardCharsets.UTF_8);
      if (!field(header, "alg").equals("RS256")) {
        throw row.wrong("has a signature of the algorithm " + field(header, "alg"));
      }
      Signature signature = Signature.getInstance("SHA256withRSA");
      signature.initVerify(key(row, id));
      signature.update((parts[0] + "." + parts[1]).getBytes(StandardCharsets.US_ASCII));
      if (!signature.verify(base64(parts[2])) || !field(header, "typ").equals("statement+jwt")) {
        summary = "";
      }
    } catch (SignatureException | IllegalArgumentException e) {
      summary = ""; // it is no base64url, or of another length
    }
    if (!field(summary, "aud").startsWith("business-payments-statement:")) {
      throw row.wrong("has a forged signature");
    }
    if (!row.get(PREVIOUS).equals(field(summary, "hash"))) {
      throw row.wrong("was changed, or is the signature of other lines");
    }
    if (!row.get(PREVIOUS).equals(last.hash())) {
      throw last.wrong("was changed");
    }
    boolean provisional = !summary.contains("\"final\":true");
    String state = provisional ? "provisional as of " + field(summary, "asOf") : "final";
    return state + ", key " + id + ": " + summary;
  }

  private PublicKey key(Row row, String id) throws GeneralSecurityException {
    for (Matcher found = Pattern.compile("\\{[^{}]*\\}").matcher(jwks); found.find(); ) {
      String key = found.group();
      if (field(key, "kid").equals(id) && field(key, "kty").equals("RSA")) {
        BigInteger modulus = new BigInteger(1, base64(field(key, "n")));
        BigInteger exponent = new BigInteger(1, base64(field(key, "e")));
        RSAPublicKeySpec numbers = new RSAPublicKeySpec(modulus, exponent);
        return KeyFactory.getInstance("RSA").generatePublic(numbers);
      }
    }
    throw row.wrong("names a key that is not published: " + id);
  }

  /** A text of flat JSON. All that is read so is published by the service, or signed by it. */
  private static String field(String json, String name) {
    Matcher found = Pattern.compile('"' + name + "\"\\s*:\\s*\"([^\"\\\\]*)\"").matcher(json);
    return found.find() ? found.group(1) : "";
  }

  /** Refuses texts that mean the same bytes as another one. */
  private static byte[] base64(String text) {
    byte[] bytes = Base64.getUrlDecoder().decode(text);
    if (!Base64.getUrlEncoder().withoutPadding().encodeToString(bytes).equals(text)) {
      throw new IllegalArgumentException("not the usual base64url");
    }
    return bytes;
  }

  private static String readLine(InputStream file, int line) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(256);
    boolean ended = false;
    for (int before = -1, next; !ended && (next = file.read()) >= 0; before = next) {
      ended = before == '\r' && next == '\n';
      bytes.write(next);
    }
    String text = bytes.toString(StandardCharsets.UTF_8);
    if (!ended && !text.isEmpty()
        || !Arrays.equals(text.getBytes(StandardCharsets.UTF_8), bytes.toByteArray())) {
      throw new SecurityException("line " + line + " was changed or cut off: it is no line");
    }
    return text.isEmpty() ? null : text.substring(0, text.length() - 2);
  }

  /** The fields of a line (RFC 4180); an apostrophe at the beginning of one is no part of it. */
  private static List<String> fields(String line) {
    List<String> fields = new ArrayList<>();
    int begin = 0;
    boolean quoted = false;
    for (int i = 0; i <= line.length(); i++) {
      char c = i < line.length() ? line.charAt(i) : ',';
      quoted ^= c == '"';
      if (c == ',' && (!quoted || i == line.length())) {
        String text = line.substring(begin, i);
        if (text.length() > 1 && text.startsWith("\"")) {
          text = text.substring(1, text.length() - 1).replace("\"\"", "\"");
        }
        fields.add(text.startsWith("'") ? text.substring(1) : text);
        begin = i + 1;
      }
    }
    return fields;
  }

  private static String written(List<String> fields) {
    List<String> written = new ArrayList<>();
    for (String field : fields) {
      boolean guarded = !field.isEmpty() && "=+-@'".indexOf(field.charAt(0)) >= 0;
      String safe = guarded ? "'" + field : field;
      boolean plain = safe.chars().noneMatch(c -> ",\"\r\n".indexOf(c) >= 0);
      written.add(plain ? safe : '"' + safe.replace("\"", "\"\"") + '"');
    }
    return String.join(",", written);
  }
}
