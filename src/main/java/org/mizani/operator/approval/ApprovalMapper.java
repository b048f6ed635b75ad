package org.mizani.operator.approval;

import jakarta.inject.Singleton;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import org.jboss.resteasy.reactive.server.ServerExceptionMapper;

/** Mapper of operations that wait to 202 with the request. */
@Singleton
public class ApprovalMapper {

  @ServerExceptionMapper
  public Response answer(RequestWaits waits) {
    return Response.accepted(waits.request()).type(MediaType.APPLICATION_JSON_TYPE).build();
  }
}
