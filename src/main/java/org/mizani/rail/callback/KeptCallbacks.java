package org.mizani.rail.callback;

import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.List;
import org.mizani.rail.CallbackSubject;

/** Callbacks about one payment as they came, those that do not count too. */
@Singleton
public final class KeptCallbacks {

  private final CallbackStore store;

  KeptCallbacks(CallbackStore store) {
    this.store = store;
  }

  /**
   * The youngest that can be decrypted, as many as are read of one payment, the youngest first; of
   * a rail that is not connected any more too.
   *
   * @param age of the payment
   */
  public Uni<List<KeptCallback>> of(CallbackSubject payment, String rail, Duration age) {
    return store
        .of(rail, payment, age)
        .map(stored -> stored.stream().map(KeptCallback::of).toList());
  }
}
