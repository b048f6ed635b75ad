package org.mizani.console;

import io.vertx.ext.web.RoutingContext;
import jakarta.inject.Singleton;
import java.util.List;
import org.mizani.operator.access.CurrentOperator;
import org.mizani.service.ServiceConfig;

/** Frames of pages, by the operator's rights: no page leads to a screen that is refused. */
@Singleton
public class Frames {

  private static final String HOME = "/console";

  /** The screens, in their order. */
  private static final List<Screen> SCREENS =
      List.of(
          new Screen(HOME, "Today", "ConsoleTodayResource.show"),
          new Screen("/console/payments", "Payments", "ConsolePaymentResource.search"),
          new Screen("/console/work", "Work queue", "ConsoleWorkResource.show"),
          new Screen("/console/businesses", "Businesses", "ConsoleBusinessesResource.list"));

  private final CurrentOperator operator;
  private final ConsoleAssets assets;
  private final String environment;

  Frames(CurrentOperator operator, ConsoleAssets assets, ServiceConfig service) {
    this.operator = operator;
    this.assets = assets;
    this.environment = service.environment().code();
  }

  private record Screen(String path, String name, String operation) {}

  /**
   * The frame of a page of the current operator.
   *
   * @param screen the path of the screen that the page belongs to
   * @throws org.mizani.fault.ApiFault.ApiException 401 without one
   */
  public Frame of(RoutingContext exchange, String screen) {
    return new Frame(
        operator.get().key(),
        operator.role().code(),
        environment,
        ConsoleSession.of(exchange).formToken(),
        assets.path(),
        SCREENS.stream()
            .filter(one -> operator.may(one.operation()))
            .map(one -> new Frame.Way(one.path(), one.name(), one.path().equals(screen)))
            .toList());
  }

  /** The frame of a page of no screen, with or without an operator. */
  Frame ofAnybody(RoutingContext exchange) {
    return operator.isKnown() ? of(exchange, "") : ofStrangers();
  }

  /** The frame of a page without a session. */
  public Frame ofStrangers() {
    return new Frame("", "", environment, "", assets.path(), List.of());
  }
}
