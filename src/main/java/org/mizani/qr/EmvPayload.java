package org.mizani.qr;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.mizani.fault.ApiFault;

/**
 * EMVCo merchant-presented payload. It must have the structure, the right checksum and a merchant
 * account; other mandatory objects may be missing, because genuine codes leave them out.
 *
 * @param objects the values of the outermost level by their ids
 * @param templates the values that hold data objects themselves, by their ids
 */
record EmvPayload(Map<String, String> objects, Map<String, Map<String, String>> templates) {

  static final String FORMAT = "00";
  static final String INITIATION = "01";
  static final String CURRENCY = "53";
  static final String AMOUNT = "54";
  static final String COUNTRY = "58";
  static final String NAME = "59";
  static final String CITY = "60";
  static final String ADDITIONAL = "62";
  static final String CHECKSUM = "63";
  static final String GUID = "00";

  private static final Set<String> INITIATIONS = Set.of("11", "12");
  private static final int CHECKSUM_LENGTH = 4;
  private static final int FIRST_ACCOUNT = 2;
  private static final int FIRST_ACCOUNT_TEMPLATE = 26;
  private static final int LAST_ACCOUNT = 51;
  private static final int FIRST_UNRESERVED = 80;

  /**
   * Reads a payload.
   *
   * @throws org.mizani.fault.ApiFault.ApiException 422 if it is malformed
   */
  static EmvPayload read(String text) {
    Map<String, String> objects =
        DataObjects.read(text).orElseThrow(ApiFault.UNSUPPORTED_QR::asException);
    if (!isFramed(objects) || !isIntact(text) || !hasAccount(objects)) {
      throw ApiFault.UNSUPPORTED_QR.asException();
    }
    return new EmvPayload(objects, templatesIn(objects));
  }

  /** A value of the outermost level. */
  Optional<String> find(String id) {
    return Optional.ofNullable(objects.get(id));
  }

  /** The data objects of a template; empty if it is missing or holds a plain text. */
  Map<String, String> template(String id) {
    return templates.getOrDefault(id, Map.of());
  }

  /** The templates of merchant accounts, by rising ids. */
  Stream<Map<String, String>> accounts() {
    return IntStream.rangeClosed(FIRST_ACCOUNT_TEMPLATE, LAST_ACCOUNT)
        .mapToObj(id -> templates.get(Integer.toString(id)))
        .filter(account -> account != null);
  }

  /** The name of an account's network in lower case, or empty. */
  static String guid(Map<String, String> account) {
    return account.getOrDefault(GUID, "").toLowerCase(Locale.ROOT);
  }

  private static boolean isFramed(Map<String, String> objects) {
    Iterator<String> ids = objects.keySet().iterator();
    boolean begins = ids.hasNext() && ids.next().equals(FORMAT);
    String last = FORMAT;
    while (ids.hasNext()) {
      last = ids.next();
    }
    return begins
        && last.equals(CHECKSUM)
        && objects.get(FORMAT).equals("01")
        && objects.get(CHECKSUM).length() == CHECKSUM_LENGTH
        && INITIATIONS.contains(objects.getOrDefault(INITIATION, "11"));
  }

  private static boolean isIntact(String text) {
    int end = text.length() - CHECKSUM_LENGTH;
    try {
      ByteBuffer bytes = StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(text, 0, end));
      return "%04X".formatted(crc16(bytes)).equalsIgnoreCase(text.substring(end));
    } catch (CharacterCodingException e) {
      // Half a surrogate pair is no text.
      return false;
    }
  }

  /** CRC-16/CCITT-FALSE (polynomial 1021, initial value FFFF) of the bytes left in a buffer. */
  static int crc16(ByteBuffer bytes) {
    int crc = 0xFFFF;
    while (bytes.hasRemaining()) {
      crc ^= (bytes.get() & 0xFF) << 8;
      for (int bit = 0; bit < 8; bit++) {
        crc = (crc & 0x8000) == 0 ? crc << 1 : crc << 1 ^ 0x1021;
      }
    }
    return crc & 0xFFFF;
  }

  private static boolean hasAccount(Map<String, String> objects) {
    return objects.keySet().stream()
        .mapToInt(Integer::parseInt)
        .anyMatch(id -> id >= FIRST_ACCOUNT && id <= LAST_ACCOUNT);
  }

  private static Map<String, Map<String, String>> templatesIn(Map<String, String> objects) {
    Map<String, Map<String, String>> templates = new HashMap<>();
    for (Map.Entry<String, String> object : objects.entrySet()) {
      if (mayBeTemplate(object.getKey())) {
        template(object).ifPresent(inner -> templates.put(object.getKey(), inner));
      }
    }
    return templates;
  }

  private static boolean mayBeTemplate(String id) {
    return isAccountTemplate(id)
        || id.equals(ADDITIONAL)
        || Integer.parseInt(id) >= FIRST_UNRESERVED;
  }

  private static boolean isAccountTemplate(String id) {
    int number = Integer.parseInt(id);
    return number >= FIRST_ACCOUNT_TEMPLATE && number <= LAST_ACCOUNT;
  }

  private static Optional<Map<String, String>> template(Map.Entry<String, String> object) {
    Optional<Map<String, String>> inner = DataObjects.read(object.getValue());
    // Genuine accounts may hold a plain text, but one that begins with a GUID means to be a
    // template. A broken one does not tell which number is meant.
    boolean isBroken = inner.isEmpty() && object.getValue().startsWith(GUID);
    if (isBroken && isAccountTemplate(object.getKey())) {
      throw ApiFault.UNSUPPORTED_QR.asException();
    }
    return inner;
  }
}
