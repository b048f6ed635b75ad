package org.mizani.operator.access;

import io.smallrye.mutiny.Uni;
import io.vertx.ext.web.RoutingContext;
import jakarta.inject.Singleton;
import jakarta.ws.rs.core.Response;
import org.jboss.logging.Logger;
import org.jboss.resteasy.reactive.server.ServerExceptionMapper;
import org.mizani.access.FailedAuthentications;
import org.mizani.audit.AuditLog;
import org.mizani.http.FaultMapper;
import org.mizani.log.RedactedFailure;

/**
 * Mapper of operations that operators have no right to, which the audit log has: the first of a
 * minute for each operator and operation, so that nobody fills it. The refusal is certain, and is
 * answered whether it could be written or not.
 */
@Singleton
public class RefusedOperationMapper {

  private static final Logger LOG = Logger.getLogger(RefusedOperationMapper.class);

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
        .onceAMinute(refused.event(), () -> audit.write(refused.operator(), refused.entry()))
        .onFailure()
        .invoke(RefusedOperationMapper::warn)
        .onFailure()
        .recoverWithNull()
        .map(noted -> faults.answer(refused.refusal(), exchange));
  }

  private static void warn(Throwable failure) {
    LOG.warnf(
        "A refused operation is missing in the audit log (%s).", RedactedFailure.words(failure));
  }
}
