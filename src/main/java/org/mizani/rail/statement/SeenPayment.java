package org.mizani.rail.statement;

import java.util.UUID;
import org.mizani.money.Money;
import org.mizani.rail.statement.KnownPayment.Kind;

/** Payment of the database of which no more is looked at. */
record SeenPayment(UUID id, Kind kind, Money amount) {}
