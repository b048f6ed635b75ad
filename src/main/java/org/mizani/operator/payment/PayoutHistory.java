package org.mizani.operator.payment;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.List;
import org.mizani.payout.RecordedPayout;

/** A payout, and everything that happened to it. */
public record PayoutHistory(@JsonUnwrapped RecordedPayout payout, List<TimelineEvent> timeline) {}
