package org.mizani.ledger.statement;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.HexFormat;
import java.util.List;
import org.mizani.money.Money;

/**
 * Row of a statement in its twelve texts: the opening balance, a line, the closing balance or the
 * signature. The order of the fields is part of the hash.
 *
 * @param number counts the rows from 0, the opening balance
 * @param time instant in UTC, to the millisecond; of a balance the range's begin or end
 * @param date day of the books; of the closing balance the last one of the range
 * @param serviceReference id of the payout or collection; may be empty
 * @param debit amount that left the wallet, in major units
 * @param credit amount that came into it
 * @param balance the wallet's whole balance afterwards
 * @param available the part that payouts can use
 * @param previous the hash of the row before, in hexadecimal; empty in the first
 */
record StatementRow(
    String number,
    String time,
    String date,
    String kind,
    String text,
    String reference,
    String serviceReference,
    String debit,
    String credit,
    String balance,
    String available,
    String previous) {

  /** Names of the fields, in their order. */
  static final List<String> NAMES =
      List.of(
          "number",
          "time",
          "date",
          "kind",
          "text",
          "reference",
          "serviceReference",
          "debit",
          "credit",
          "balance",
          "available",
          "previous");

  List<String> fields() {
    return List.of(
        number,
        time,
        date,
        kind,
        text,
        reference,
        serviceReference,
        debit,
        credit,
        balance,
        available,
        previous);
  }

  /**
   * SHA-256 of the twelve fields in hexadecimal: of each the number of its bytes in UTF-8, a colon,
   * and the bytes.
   */
  String hash() {
    MessageDigest digest = sha256();
    for (String field : fields()) {
      byte[] bytes = field.getBytes(StandardCharsets.UTF_8);
      digest.update((bytes.length + ":").getBytes(StandardCharsets.UTF_8));
      digest.update(bytes);
    }
    return HexFormat.of().formatHex(digest.digest());
  }

  /** The day of the books that an instant is in. */
  static String dateOf(Instant time) {
    return time.atOffset(ZoneOffset.UTC).toLocalDate().toString();
  }

  /** A plain decimal in major units. */
  static String amount(Money money) {
    return money.major().toPlainString();
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
