package org.mizani.payout;

import static org.mizani.payout.PayoutDecisionTest.everyStatusWithEveryOutcome;

import org.junit.jupiter.api.Test;
import org.mizani.payout.PayoutDecision.Discrepancy;
import org.mizani.payout.PayoutDecision.PollAgain;
import org.mizani.payout.PayoutDecision.Return;
import org.mizani.payout.PayoutDecision.Settle;
import org.mizani.payout.record.PayoutStatus;
import org.mizani.rail.PayoutOutcome;
import org.mizani.support.StateDiagram;

/** The documented state diagram of payouts against the decisions of the code. */
class PayoutStatesTest {

  @Test
  void theDocumentedDiagramMatchesTheDecisions() {
    StateDiagram diagram = StateDiagram.from(PayoutStatus.PENDING);

    everyStatusWithEveryOutcome()
        .forEach(row -> draw(diagram, (PayoutStatus) row.get()[0], (PayoutOutcome) row.get()[1]));

    diagram.assertIsDocumented();
  }

  private static void draw(StateDiagram diagram, PayoutStatus status, PayoutOutcome outcome) {
    PayoutDecision decision = PayoutDecision.of(status, outcome);
    String cause = outcome.getClass().getSimpleName();
    if (decision instanceof Settle settle) {
      diagram.add(status, settle.status(), cause);
    } else if (decision instanceof PollAgain) {
      diagram.add(status, status, cause + " / asked again later");
    } else if (decision instanceof Discrepancy discrepancy) {
      diagram.add(status, discrepancy.status(), cause + " / refused and flagged");
    } else if (decision instanceof Return) {
      diagram.add(status, status, cause + " / returned to the wallet once");
    } else {
      diagram.add(status, status, cause + " / nothing");
    }
  }
}
