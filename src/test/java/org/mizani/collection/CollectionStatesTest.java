package org.mizani.collection;

import org.junit.jupiter.api.Test;
import org.mizani.collection.CollectionDecision.Contradiction;
import org.mizani.collection.CollectionDecision.LookAgain;
import org.mizani.collection.CollectionDecision.Settle;
import org.mizani.rail.CollectionOutcome;
import org.mizani.support.StateDiagram;

/** The documentation draws what the code decides. */
class CollectionStatesTest {

  @Test
  void theDocumentedDiagramIsWhatTheCodeDecides() {
    StateDiagram diagram = StateDiagram.from(CollectionStatus.PENDING);

    CollectionDecisionTest.all()
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
    } else if (decision instanceof LookAgain) {
      diagram.add(status, status, cause + " / asked again later");
    } else if (decision instanceof Contradiction contradiction) {
      diagram.add(status, contradiction.status(), cause + " / refused and flagged");
    } else {
      diagram.add(status, status, cause + " / nothing");
    }
  }
}
