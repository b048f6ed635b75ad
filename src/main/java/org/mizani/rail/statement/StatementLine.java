package org.mizani.rail.statement;

import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.mizani.money.Money;

/**
 * Line of a statement.
 *
 * @param number in the file, from 1
 * @param amount without a sign
 * @param direction of the money, where the line tells it
 * @param time of its completion, or of its beginning
 */
record StatementLine(
    long number,
    References references,
    Money amount,
    Optional<Direction> direction,
    Word word,
    Instant time) {

  /** The network's word about a payment. */
  enum Word {
    DONE,
    FAILED,
    OPEN,
    /** It was made, and its money came back. */
    RETURNED
  }

  /**
   * References of a line to payments.
   *
   * @param id ours
   * @param receipt the network's number
   * @param linked the network's number of the payment that this one takes back
   * @param beginning of our id: 12 hexadecimal digits
   */
  record References(
      Optional<UUID> id,
      Optional<String> receipt,
      Optional<String> linked,
      Optional<String> beginning) {

    /** Of letters and digits: others could be a name, or the number of a phone. */
    private static final Pattern SHOWN =
        Pattern.compile("(?=.*[A-Za-z])(?=.*[0-9])[A-Za-z0-9._-]{6,64}");

    /** By which an operator enters a payment by hand. */
    Stream<String> ofEntries() {
      return Stream.concat(receipt.stream(), id.map(UUID::toString).stream());
    }

    /** The network's numbers, that of a payment which is taken back too. */
    Stream<String> ofNetwork() {
      return Stream.concat(receipt.stream(), linked.stream());
    }

    /** The references as a message may show them. */
    String shown() {
      return receipt
              .filter(text -> SHOWN.matcher(text).matches())
              .map(", receipt "::concat)
              .orElse("")
          + id.map(own -> ", id " + own).orElse("");
    }
  }

  /** The line as a message begins. It has no personal data. */
  String shown() {
    return "line %d, %s, %s%s%s"
        .formatted(
            number,
            time,
            amount,
            direction.map(way -> way == Direction.IN ? " in" : " out").orElse(""),
            references.shown());
  }
}
