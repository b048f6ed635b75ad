package org.mizani.operator.access;

import io.smallrye.mutiny.Uni;
import io.vertx.ext.web.RoutingContext;
import jakarta.inject.Singleton;
import jakarta.ws.rs.core.Response;
import org.jboss.resteasy.reactive.server.ServerExceptionMapper;
import org.mizani.access.FailedAuthentications;
import org.mizani.audit.AuditLog;
import org.mizani.http.FaultMapper;

/**
 * Mapper of operations that operators have no right to, which the audit log has: the first of a
 * minute for each operator and operation, so that nobody fills it.
 */
@Singleton
public class RefusedOperationMapper {

  private final FailedAuthentications events;
  private final AuditLog audit;
  private final FaultMapper faults;

  RefusedOperationMapper(FailedAuthentications events, AuditLog audit, FaultMapper faults) {
    this.events = events;
    this.audit = audit;
    this.faults = faults;
  }

  @ServerExceptionMapper
  public Uni<Response> answer(RefusedOperation refused, RoutingContext exchange) {
    return events
        .firstOfMinute(refused.event())
        .chain(
            first ->
                first
                    ? audit.write(refused.operator(), refused.entry())
                    : Uni.createFrom().voidItem())
        .map(noted -> faults.answer(refused.refusal(), exchange))
        .onFailure()
        .recoverWithItem(failure -> faults.answer(failure, exchange));
  }
}
