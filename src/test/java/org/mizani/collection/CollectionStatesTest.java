package org.mizani.collection;

import org.junit.jupiter.api.Test;
import org.mizani.collection.CollectionDecision.Discrepancy;
import org.mizani.collection.CollectionDecision.PollAgain;
import org.mizani.collection.CollectionDecision.Settle;
import org.mizani.collection.record.CollectionStatus;
import org.mizani.rail.CollectionOutcome;
import org.mizani.support.StateDiagram;

/** The documented state diagram of collections against the decisions of the code. */
class CollectionStatesTest {

  @Test
  void theDocumentedDiagramMatchesTheDecisions() {
    StateDiagram diagram = StateDiagram.from(CollectionStatus.PENDING);

    CollectionDecisionTest.everyStatusWithEveryOutcome()
        .forEach(
            row ->
                draw(diagram, (CollectionStatus) row.get()[0], (CollectionOutcome) row.get()[1]));
    diagram.add(CollectionStatus.PENDING, CollectionDecision.expiry().status(), "time is up");

    diagram.assertIsDocumented();
  }

  private static void draw(
      StateDiagram diagram, CollectionStatus status, CollectionOutcome outcome) {
    CollectionDecision decision = CollectionDecision.of(status, outcome);
    String cause = outcome.getClass().getSimpleName();
    if (decision instanceof Settle settle && status == CollectionStatus.PENDING) {
      diagram.add(status, settle.status(), cause);
    } else if (decision instanceof Settle) {
      diagram.add(status, status, cause + " / credited and flagged");
    } else if (decision instanceof PollAgain) {
      diagram.add(status, status, cause + " / asked again later");
    } else if (decision instanceof Discrepancy discrepancy) {
      diagram.add(status, discrepancy.status(), cause + " / refused and flagged");
    } else {
      diagram.add(status, status, cause + " / nothing");
    }
  }
}
