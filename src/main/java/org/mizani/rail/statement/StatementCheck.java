package org.mizani.rail.statement;

import static java.util.stream.Collectors.toSet;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;
import org.mizani.rail.statement.StatementLine.Word;

/** Check of a network's statement against the payments of one rail. It only reads. */
public final class StatementCheck {

  private static final int BATCH = 2_000;
  private static final int MOST_IN_WINDOW = 1_000_000;

  /** Clocks differ, and a network may be ahead. */
  private static final Duration AHEAD = Duration.ofMinutes(10);

  private final StatementScope scope;
  private final Consumer<Difference> found;
  private final PaymentLookup payments;
  private final Comparison comparison;
  private final StatementSummary summary = new StatementSummary();
  private final Optional<IdRange> window;
  private final Set<UUID> seenInWindow = new HashSet<>();

  /**
   * A check on this connection, which can only read from then on.
   *
   * @param found takes the differences as they are found
   */
  public StatementCheck(Connection connection, StatementScope scope, Consumer<Difference> found)
      throws SQLException {
    this.scope = scope;
    this.found = found;
    this.payments = new PaymentLookup(Queries.of(connection), scope.rail());
    this.comparison = new Comparison(scope.rail());
    this.window = scope.window().map(time -> IdRange.between(time.from(), time.to()));
  }

  /**
   * Compares a file.
   *
   * @throws StatementException if it cannot be read to its end
   */
  public StatementSummary run(Path file, StatementForm form) throws SQLException {
    try (StatementFile statement = StatementFile.open(file, form)) {
      List<StatementLine> batch = new ArrayList<>();
      for (Optional<StatementLine> line = statement.next();
          line.isPresent();
          line = statement.next()) {
        batch.add(line.get());
        if (batch.size() == BATCH) {
          compare(batch);
          batch.clear();
        }
      }
      compare(batch);
      summary.setOthers(statement.others());
    }
    if (window.isPresent()) {
      addNotThere(window.get());
    }
    return summary;
  }

  private void compare(List<StatementLine> batch) throws SQLException {
    Matches byId = byId(batch);
    Matches byNumber = byNumber(batch.stream().filter(line -> byId.of(line).isEmpty()).toList());
    List<StatementLine> missing = new ArrayList<>();
    for (StatementLine line : batch) {
      summary.addLine(line);
      byId.of(line)
          .or(() -> byNumber.of(line))
          .ifPresentOrElse(ours -> compare(line, ours), () -> missing.add(line));
    }
    addMissing(missing);
  }

  private Matches byId(List<StatementLine> lines) throws SQLException {
    Set<UUID> ids = lines.stream().flatMap(l -> l.references().id().stream()).collect(toSet());
    Set<String> beginnings =
        lines.stream().flatMap(l -> l.references().beginning().stream()).collect(toSet());
    return new Matches(
        ids.isEmpty() && beginnings.isEmpty() ? List.of() : payments.byId(ids, beginnings));
  }

  private Matches byNumber(List<StatementLine> lines) throws SQLException {
    Set<String> numbers = lines.stream().flatMap(l -> l.references().ofNetwork()).collect(toSet());
    return new Matches(
        numbers.isEmpty() ? List.of() : payments.byNumber(numbers, creationOf(lines)));
  }

  /** The ids of payments that may have been created for these lines. */
  private IdRange creationOf(List<StatementLine> lines) {
    Instant first = lines.stream().map(StatementLine::time).min(Instant::compareTo).orElseThrow();
    Instant last = lines.stream().map(StatementLine::time).max(Instant::compareTo).orElseThrow();
    return IdRange.between(first.minus(scope.lookBack()), last.plus(AHEAD));
  }

  private void compare(StatementLine line, KnownPayment ours) {
    if (Comparison.isOtherAttempt(line, ours)) {
      summary.addRefused(line);
      return;
    }
    if (window.filter(range -> range.contains(ours.id())).isPresent()
        && seenInWindow.add(ours.id())
        && seenInWindow.size() > MOST_IN_WINDOW) {
      throw new StatementException(
          "More than %d payments are of this window: name a shorter one."
              .formatted(MOST_IN_WINDOW));
    }
    comparison.of(line, ours).ifPresent(this::add);
  }

  private void addMissing(List<StatementLine> missing) throws SQLException {
    List<StatementLine> unknown = new ArrayList<>();
    Set<String> entered = entered(missing);
    for (StatementLine line : missing) {
      if (line.word() == Word.FAILED) {
        summary.addRefused(line);
      } else if (line.references().ofEntries().anyMatch(entered::contains)) {
        summary.addEntered(line);
      } else {
        unknown.add(line);
      }
    }
    List<SeenPayment> similar = withoutNumber(unknown);
    unknown.forEach(line -> add(notHere(line, similar)));
  }

  private Set<String> entered(List<StatementLine> lines) throws SQLException {
    Set<String> references =
        lines.stream().flatMap(l -> l.references().ofEntries()).collect(toSet());
    return references.isEmpty() ? Set.of() : payments.entered(references);
  }

  /** Payments that lines without our id may be of. */
  private List<SeenPayment> withoutNumber(List<StatementLine> lines) throws SQLException {
    List<StatementLine> vague =
        lines.stream().filter(line -> line.references().id().isEmpty()).toList();
    return vague.isEmpty()
        ? List.of()
        : payments.withoutNumber(
            vague.stream().map(StatementLine::amount).toList(), creationOf(vague));
  }

  private static Difference notHere(StatementLine line, List<SeenPayment> similar) {
    String maybe =
        similar.stream()
            .filter(payment -> line.references().id().isEmpty())
            .filter(payment -> payment.amount().equals(line.amount()))
            .filter(payment -> line.direction().orElse(null) == payment.kind().direction())
            .findFirst()
            .map(
                payment ->
                    "; %s %s of this amount has no receipt, look whether it is this one"
                        .formatted(payment.kind().word(), payment.id()))
            .orElse("");
    return new Difference(
        Difference.Kind.NOT_HERE, line.amount(), line.shown() + ": no payment here" + maybe);
  }

  private void addNotThere(IdRange range) throws SQLException {
    UUID after = range.lowest();
    for (List<SeenPayment> page = payments.made(after, range.end());
        !page.isEmpty();
        page = payments.made(after, range.end())) {
      for (SeenPayment payment : page) {
        if (!seenInWindow.contains(payment.id())) {
          add(
              new Difference(
                  Difference.Kind.NOT_THERE,
                  payment.amount(),
                  "%s %s, %s: is successful here and has no line"
                      .formatted(payment.kind().word(), payment.id(), payment.amount())));
        }
        after = payment.id();
      }
    }
  }

  private void add(Difference difference) {
    summary.add(difference);
    found.accept(difference);
  }
}
