package org.mizani.operator.rail;

import io.smallrye.mutiny.Uni;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.MediaType;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jboss.resteasy.reactive.RestPath;
import org.jboss.resteasy.reactive.server.Cancellable;
import org.mizani.audit.Actor;
import org.mizani.audit.AuditLog;
import org.mizani.audit.AuditLog.Entry;
import org.mizani.fault.OperatorFault;
import org.mizani.http.Fields;
import org.mizani.operator.access.CurrentOperator;
import org.mizani.rail.CollectionRouter;
import org.mizani.rail.PayoutRouter;
import org.mizani.rail.guard.RailPause;
import org.mizani.rail.guard.RailPauses;

/** {@code /operator/rails}: lists rails, lets payouts of one wait, and lets its payments go on. */
@Path("/operator/rails")
public class OperatorRailResource {

  private final CurrentOperator operator;
  private final PayoutRouter payouts;
  private final CollectionRouter collections;
  private final RailPauses pauses;
  private final AuditLog audit;

  OperatorRailResource(
      CurrentOperator operator,
      PayoutRouter payouts,
      CollectionRouter collections,
      RailPauses pauses,
      AuditLog audit) {
    this.operator = operator;
    this.payouts = payouts;
    this.collections = collections;
    this.pauses = pauses;
    this.audit = audit;
  }

  /** All rails. */
  public record RailList(List<RailAnswer> items) {}

  /** Why an operator pauses a rail, or lets it go on. */
  public record PauseForm(String reason) {}

  /** The rails, in the order in which they are taken. */
  @GET
  public Uni<RailList> list() {
    operator.require();
    return pauses
        .open()
        .map(open -> new RailList(names().map(name -> answer(name, open)).toList()));
  }

  /** Lets the payouts of a rail wait until they are resumed. Those under way go on. */
  @POST
  @Path("/{rail}/pause")
  @Consumes(MediaType.APPLICATION_JSON)
  @Cancellable(false)
  public Uni<RailAnswer> pause(@RestPath String rail, PauseForm form) {
    Actor actor = operator.get();
    String reason = reasonOf(payouts.names().contains(rail), form);
    return audit
        .audited(
            actor,
            () -> pauses.pauseByHand(rail, reason),
            begun -> entry("rail.pause", rail, Map.of(), Map.of("reason", reason)))
        .chain(() -> now(rail));
  }

  /** Clears all reasons for which the payments of a rail wait. */
  @POST
  @Path("/{rail}/resume")
  @Consumes(MediaType.APPLICATION_JSON)
  @Cancellable(false)
  public Uni<RailAnswer> resume(@RestPath String rail, PauseForm form) {
    Actor actor = operator.get();
    String reason = reasonOf(names().anyMatch(rail::equals), form);
    return audit
        .audited(
            actor,
            () -> pauses.clear(rail),
            cleared ->
                entry("rail.resume", rail, Map.of("pauses", cleared), Map.of("reason", reason)))
        .chain(() -> now(rail));
  }

  private static String reasonOf(boolean exists, PauseForm form) {
    Fields.requireBody(form);
    if (!exists) {
      throw OperatorFault.RAIL_NOT_FOUND.asException();
    }
    return Fields.required("reason", form.reason());
  }

  private Uni<RailAnswer> now(String rail) {
    return pauses.look().chain(pauses::open).map(open -> answer(rail, open));
  }

  private Stream<String> names() {
    return Stream.concat(payouts.names().stream(), collections.names().stream()).distinct();
  }

  private RailAnswer answer(String name, List<RailPause> open) {
    return new RailAnswer(
        name,
        payouts.railNamed(name).isPresent(),
        collections.railNamed(name).isPresent(),
        open.stream()
            .filter(pause -> pause.rail().equals(name))
            .map(RailAnswer.Pause::of)
            .toList());
  }

  private static Entry entry(
      String action, String rail, Map<String, Object> before, Map<String, Object> after) {
    return new Entry(action, "rail/" + rail, before, after);
  }
}
