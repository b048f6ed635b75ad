package org.mizani.ledger;

import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import org.mizani.money.Money;

/**
 * Last day that was closed.
 *
 * @param differences the accounts whose closing of a day is not the sum of its transfers, over all
 *     closed days as they were checked last
 * @param positions in foreign exchange at its end, of each currency that has an account
 */
public record LastClosing(
    LocalDate day, Instant closedAt, long differences, List<Money> positions) {}
