package org.mizani.support;

import io.smallrye.mutiny.Uni;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** Statements that Hibernate sends, as its log has them. */
public final class SentStatements extends Handler {

  private static final Logger SQL = Logger.getLogger("org.hibernate.SQL");

  private final List<String> texts = new CopyOnWriteArrayList<>();

  private SentStatements() {}

  /**
   * The one statement with this text in it that a read sends. Work beside it may send others: then
   * it is read again.
   *
   * @param text in lower case
   */
  public static String only(String text, Uni<?> read) {
    return Eventually.eventually(() -> of(read, text), found -> found.size() == 1).get(0);
  }

  /** All statements that a read sends; there must be no work beside it. */
  public static List<String> all(Uni<?> read) {
    return of(read, "");
  }

  private static List<String> of(Uni<?> read, String text) {
    SentStatements sent = new SentStatements();
    SQL.addHandler(sent);
    SQL.setLevel(Level.FINE);
    try {
      read.await().atMost(Eventually.PATIENCE);
    } finally {
      SQL.removeHandler(sent);
      SQL.setLevel(null);
    }
    return sent.texts.stream()
        .filter(statement -> statement.toLowerCase(Locale.ROOT).contains(text))
        .distinct()
        .toList();
  }

  @Override
  public void publish(LogRecord statement) {
    texts.add(statement.getMessage());
  }

  @Override
  public void flush() {}

  @Override
  public void close() {}
}
