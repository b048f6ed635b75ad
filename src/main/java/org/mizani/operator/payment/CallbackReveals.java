package org.mizani.operator.payment;

import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.util.Map;
import org.mizani.audit.Actor;
import org.mizani.audit.AuditLog;
import org.mizani.audit.AuditLog.Entry;
import org.mizani.fault.ApiFault;
import org.mizani.rail.CallbackSubject;

/**
 * Callbacks of networks about one payment as they came, which name its customer. The audit log has
 * the operator and the reason before they are shown. The reason is in the body, because access logs
 * keep URLs.
 */
@Singleton
final class CallbackReveals {

  private final NetworkWords words;
  private final AuditLog audit;

  CallbackReveals(NetworkWords words, AuditLog audit) {
    this.words = words;
    this.audit = audit;
  }

  /** Shows the callbacks about a payment, or refuses one that does not exist. */
  Uni<RevealedCallbacks> reveal(
      Actor actor, CallbackSubject payment, String reason, ApiFault unknown) {
    String kind = payment.kind().code();
    Entry entry =
        new Entry(
            kind + ".reveal-callbacks",
            kind + "/" + payment.id(),
            Map.of(),
            Map.of("reason", reason));
    return words
        .asTheyCame(payment)
        .map(found -> new RevealedCallbacks(found.orElseThrow(unknown::asException)))
        .call(() -> audit.write(actor, entry));
  }
}
