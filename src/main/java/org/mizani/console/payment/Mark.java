package org.mizani.console.payment;

import java.util.ArrayList;
import java.util.List;
import org.mizani.collection.answer.RecordedCollection;
import org.mizani.console.Shown;
import org.mizani.payout.answer.RecordedPayout;

/**
 * Mark of a payment: its status, and what the status does not tell.
 *
 * @param mood {@code good}, {@code bad} or {@code open}
 */
public record Mark(String text, String mood) {

  private static final String BAD = "bad";
  private static final String OPEN = "open";

  /** Marks of a payout: one that came back keeps its status, as one that is held does. */
  static List<Mark> of(RecordedPayout payout) {
    List<Mark> marks = new ArrayList<>();
    marks.add(status(payout.status()));
    if (payout.heldAt() != null) {
      marks.add(new Mark("held", OPEN));
    }
    if (payout.returnedAt() != null) {
      marks.add(new Mark("returned", BAD));
    }
    return flagged(marks, payout.flagged());
  }

  /** Marks of a collection. */
  static List<Mark> of(RecordedCollection collection) {
    List<Mark> marks = new ArrayList<>();
    marks.add(status(collection.status()));
    return flagged(marks, collection.flagged());
  }

  private static Mark status(String status) {
    return new Mark(Shown.words(status), Shown.mood(status));
  }

  private static List<Mark> flagged(List<Mark> marks, boolean flagged) {
    if (flagged) {
      marks.add(new Mark("flagged", BAD));
    }
    return List.copyOf(marks);
  }
}
