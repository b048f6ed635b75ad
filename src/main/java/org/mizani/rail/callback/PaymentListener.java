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
}
