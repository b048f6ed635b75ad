package org.mizani.ledger;

import java.time.Instant;
import org.mizani.database.replica.WalPosition;
import org.mizani.ledger.Statement.Accounts;
import org.mizani.ledger.Statement.Ids;
import org.mizani.ledger.Statement.Query;
import org.mizani.money.CurrencyUnit;

/** Statements of January in US dollars, summed up when it was closed, without a database. */
public final class SummedUpStatement {

  private static final Query JANUARY =
      new Query(
          7,
          WalletPurpose.PAYOUT,
          CurrencyUnit.USD,
          Instant.parse("2026-01-01T00:00:00Z"),
          Instant.parse("2026-02-01T00:00:00Z"));

  private SummedUpStatement() {}

  /** A statement from zero to this closing balance in cents. */
  public static Statement to(long closingMinor, long lines) {
    return new Statement(
        JANUARY,
        new Accounts(1, 2, 3, 4),
        funds(0),
        funds(closingMinor),
        new Ids(1, lines),
        lines,
        Instant.parse("2026-02-02T00:00:00Z"),
        true,
        new WalPosition(0));
  }

  /** Funds that are available. */
  public static Funds funds(long availableMinor) {
    return new Funds(CurrencyUnit.USD, availableMinor, 0, 0);
  }
}
