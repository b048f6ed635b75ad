package org.mizani.ledger.statement;

import io.quarkus.runtime.annotations.RegisterForReflection;
import java.util.UUID;
import org.mizani.ledger.Statement;

/** Head of a statement's JSON: the wallet, the range and the number of lines. */
@RegisterForReflection
record StatementHead(
    String businessId, String currency, String purpose, String from, String to, long lines) {

  static StatementHead of(UUID business, Statement statement) {
    return new StatementHead(
        business.toString(),
        statement.query().currency().name(),
        statement.query().purpose().code(),
        statement.query().from().toString(),
        statement.query().to().toString(),
        statement.lines());
  }
}
