package org.mizani.rail.statement;

import static java.util.stream.Collectors.groupingBy;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Predicate;
import org.mizani.rail.statement.StatementLine.References;

/** Payments by the references of lines. */
final class Matches {

  private final Map<UUID, KnownPayment> byId = new HashMap<>();
  private final Map<String, KnownPayment> byNumber = new HashMap<>();
  private final Map<String, List<KnownPayment>> byBeginning;

  Matches(Collection<KnownPayment> payments) {
    payments.forEach(
        payment -> {
          byId.put(payment.id(), payment);
          payment.references().forEach(number -> byNumber.put(number, payment));
        });
    byBeginning =
        byId.values().stream().collect(groupingBy(payment -> IdRange.beginningOf(payment.id())));
  }

  /** The payment of a line: by our id, by the network's number, by the beginning of our id. */
  Optional<KnownPayment> of(StatementLine line) {
    References references = line.references();
    return references
        .id()
        .map(byId::get)
        .or(() -> references.receipt().map(byNumber::get))
        .or(() -> references.linked().map(byNumber::get).filter(takenBackBy(line)))
        .or(() -> references.beginning().flatMap(digits -> likeliest(digits, line)));
  }

  /** A linked payment counts only where money comes back. */
  private static Predicate<KnownPayment> takenBackBy(StatementLine line) {
    return payment -> line.direction().filter(way -> way != payment.kind().direction()).isPresent();
  }

  /** Of collections that begin alike, made in one millisecond, that of the same amount first. */
  private Optional<KnownPayment> likeliest(String digits, StatementLine line) {
    List<KnownPayment> alike =
        byBeginning.getOrDefault(digits, List.of()).stream()
            .filter(payment -> payment.kind() == KnownPayment.Kind.COLLECTION)
            .toList();
    return alike.stream()
        .filter(payment -> payment.amount().equals(line.amount()))
        .findFirst()
        .or(() -> alike.stream().findFirst());
  }
}
