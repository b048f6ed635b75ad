package org.mizani.ledger;

import io.quarkus.runtime.annotations.RegisterForReflection;
import io.quarkus.runtime.configuration.ConfigurationException;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.mizani.database.Projection;
import org.mizani.database.replica.LaggingReads;
import org.mizani.ledger.Statement.Line;

/**
 * Lines of statements, read a page at a time as the reader asks for more. No transaction is open
 * meanwhile, and a slow reader holds no connection. The statement stays consistent all the same:
 * transfers are never changed, and those of one wallet are committed in the order of their ids,
 * because each is written under the wallet's lock.
 */
@Singleton
public final class StatementLines {

  /**
   * A page of the transfers of wallet $1 after the id $2, up to $3. Wallet and id are compared as
   * pairs, not each by itself, and the page's size stands in the text: so PostgreSQL expects many
   * rows, whatever the wallet, and walks along the index for a page of them. Otherwise it would
   * read and sort all of the wallet's transfers for each page. The time $4 leaves out the months
   * before the range; with the other end of it PostgreSQL would expect few rows again.
   */
  private static final String PAGE =
      """
      SELECT t.id, t.created_at, t.kind, t.amount_minor, t.debit_account_id, t.credit_account_id,
             coalesce(p.id, c.id) AS subject,
             coalesce(p.business_reference,
                      'sweep of ' || to_char(p.sweep_due_at AT TIME ZONE 'UTC', 'YYYY-MM-DD'),
                      'refund of ' || coalesce(r.reference, r.id::text),
                      c.reference, m.reference, '') AS reference
      FROM (SELECT id, created_at, kind, amount_minor, debit_account_id, credit_account_id,
                   subject_id
            FROM ledger_transfer
            WHERE wallet_id IS NOT NULL
              AND (wallet_id, id) > ($1, $2) AND (wallet_id, id) <= ($1, $3)
              AND created_at >= $4
            ORDER BY wallet_id, id LIMIT :page) t
      LEFT JOIN payout p ON p.id = t.subject_id
      LEFT JOIN collection r ON r.id = p.refund_of
      LEFT JOIN collection c ON c.id = t.subject_id
      LEFT JOIN ledger_movement m ON m.id = t.subject_id
      ORDER BY t.id
      """;

  private static final Projection<Transfer> TRANSFERS = Projection.into(Transfer.class);

  private final LaggingReads reads;
  private final int page;
  private final String pageStatement;

  StatementLines(LaggingReads reads, LedgerConfig.Statement config) {
    if (config.page() < 1) {
      throw new ConfigurationException("payments.statement.page must be at least 1.");
    }
    this.reads = reads;
    this.page = config.page();
    this.pageStatement = pageOf(page);
  }

  /** The lines of a statement, the oldest first. */
  public Multi<List<Line>> of(Statement statement) {
    if (statement.lines() == 0) {
      return Multi.createFrom().empty();
    }
    return Multi.createBy()
        .repeating()
        .uni(() -> new Progress(statement), progress -> read(progress).map(progress::next))
        .whilst(read -> read.transfers() == page)
        .map(Page::lines);
  }

  private Uni<List<Transfer>> read(Progress progress) {
    Statement statement = progress.statement;
    return reads
        .execute(
            pageStatement,
            Tuple.of(
                statement.accounts().wallet(),
                progress.after,
                statement.ids().last(),
                statement.query().from().atOffset(ZoneOffset.UTC)),
            statement.position())
        .map(TRANSFERS::all);
  }

  /** The SQL that reads pages of this size. */
  static String pageOf(int size) {
    return PAGE.replace(":page", Integer.toString(size));
  }

  /** Transfer of a wallet, with the payment that it belongs to, if any, and its reference. */
  @RegisterForReflection
  private record Transfer(
      long id,
      Instant createdAt,
      String kind,
      long amountMinor,
      long debitAccountId,
      long creditAccountId,
      UUID subject,
      String reference) {

    Funds changeOf(Statement statement) {
      return new Funds(
          statement.query().currency(),
          changeOf(statement.accounts().available()),
          changeOf(statement.accounts().holding()),
          changeOf(statement.accounts().pending()));
    }

    private long changeOf(long account) {
      if (creditAccountId == account) {
        return amountMinor;
      }
      return debitAccountId == account ? -amountMinor : 0;
    }
  }

  /**
   * Page of lines.
   *
   * @param transfers the number of transfers read, including those after the time range
   */
  private record Page(List<Line> lines, int transfers) {}

  /** Progress of one reader: the id of the last transfer read, and the balance after it. */
  private static final class Progress {

    private final Statement statement;
    private long after;
    private Funds balance;

    private Progress(Statement statement) {
      this.statement = statement;
      this.after = statement.ids().first() - 1;
      this.balance = statement.opening();
    }

    private Page next(List<Transfer> transfers) {
      List<Line> lines = new ArrayList<>(transfers.size());
      for (Transfer transfer : transfers) {
        after = transfer.id;
        if (transfer.createdAt.isBefore(statement.query().to())) {
          lines.add(line(transfer));
        }
      }
      return new Page(lines, transfers.size());
    }

    private Line line(Transfer transfer) {
      Funds change = transfer.changeOf(statement);
      balance = balance.plus(change);
      return new Line(
          after == statement.ids().first(),
          transfer.createdAt,
          transfer.kind,
          transfer.reference,
          Optional.ofNullable(transfer.subject),
          change,
          balance);
    }
  }
}
