package org.mizani.ledger.statement;

import io.quarkus.runtime.annotations.RegisterForReflection;
import java.math.BigDecimal;

/** Row of a statement as JSON; amounts in major units. */
@RegisterForReflection
record StatementItem(
    long number,
    String time,
    String date,
    String kind,
    String text,
    String reference,
    String serviceReference,
    BigDecimal debit,
    BigDecimal credit,
    BigDecimal balance,
    BigDecimal available,
    String previous) {}
