package org.mizani.operator.sweep;

import io.smallrye.mutiny.Uni;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.PUT;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.MediaType;
import java.util.List;
import org.jboss.resteasy.reactive.RestPath;
import org.jboss.resteasy.reactive.server.Cancellable;
import org.mizani.audit.Actor;
import org.mizani.business.BusinessRepository;
import org.mizani.http.Fields;
import org.mizani.http.PublicIds;
import org.mizani.operator.access.CurrentOperator;
import org.mizani.sweep.Sweeps;

/** {@code /operator/businesses/{businessId}/sweeps}: nightly sweeps of collection wallets. */
@Path("/operator/businesses/{businessId}/sweeps")
public class SweepResource {

  private final CurrentOperator operator;
  private final BusinessRepository businesses;
  private final SweepChanges changes;
  private final Sweeps sweeps;

  SweepResource(
      CurrentOperator operator,
      BusinessRepository businesses,
      SweepChanges changes,
      Sweeps sweeps) {
    this.operator = operator;
    this.businesses = businesses;
    this.changes = changes;
    this.sweeps = sweeps;
  }

  /** All sweeps of a business. */
  public record SweepList(String businessId, List<SweepAnswer> items) {}

  /** Sets a sweep up, or changes it. */
  @PUT
  @Consumes(MediaType.APPLICATION_JSON)
  @Cancellable(false)
  public Uni<SweepAnswer> put(@RestPath String businessId, SweepForm form) {
    Actor actor = operator.get();
    Fields.requireBody(form);
    return changes.put(actor, PublicIds.business(businessId), form).map(SweepAnswer::of);
  }

  /** The sweeps of a business. */
  @GET
  public Uni<SweepList> list(@RestPath String businessId) {
    operator.require();
    return businesses
        .read(PublicIds.business(businessId))
        .chain(business -> sweeps.ofBusiness(business.id()))
        .map(all -> new SweepList(businessId, all.stream().map(SweepAnswer::of).toList()));
  }
}
