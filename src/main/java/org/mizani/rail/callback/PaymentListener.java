package org.mizani.rail.callback;

import io.smallrye.mutiny.Uni;
import java.util.Collection;
import java.util.UUID;
import org.mizani.rail.CallbackSubject;

/** Work on subjects of one kind that goes on when their networks have sent a word. */
public interface PaymentListener {

  /** The kind of subjects. */
  CallbackSubject.Kind kind();

  /** Works soon on these, which may have ended or never have been. */
  Uni<Void> hear(Collection<UUID> ids);

  /**
   * Works soon on a payment that has ended, if its network has said the contrary since the flag
   * that was cleared last: nobody may have heard that. It counts no word, and leaves a payment
   * alone that is followed already. Subjects that have no flag are not looked at.
   */
  default Uni<Void> lookAgain(UUID ended) {
    return Uni.createFrom().voidItem();
  }
}
