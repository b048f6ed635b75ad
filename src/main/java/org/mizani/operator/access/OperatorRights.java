package org.mizani.operator.access;

import static java.util.Map.entry;
import static org.mizani.operator.access.OperatorRole.ADMINISTRATOR;
import static org.mizani.operator.access.OperatorRole.BOOTSTRAP;
import static org.mizani.operator.access.OperatorRole.FINANCE;
import static org.mizani.operator.access.OperatorRole.SUPPORT;
import static org.mizani.operator.access.OperatorRole.VIEWER;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.mizani.fault.ApiFault;
import org.mizani.fault.OperatorFault;

/**
 * The least role of each operation of operators, by its resource and method. An operation that is
 * missing here is the administrators'; a test compares the table with all routes, and with the
 * documentation. Operations of the console have no roles of their own.
 */
final class OperatorRights {

  private static final Map<String, OperatorRole> LEAST =
      Map.ofEntries(
          entry("ApiKeyResource.change", ADMINISTRATOR),
          entry("ApiKeyResource.create", ADMINISTRATOR),
          entry("ApiKeyResource.drawSecret", ADMINISTRATOR),
          entry("ApiKeyResource.list", VIEWER),
          entry("ApiKeyResource.revoke", SUPPORT),
          entry("ApprovalResource.approve", FINANCE),
          entry("ApprovalResource.list", VIEWER),
          entry("ApprovalResource.read", FINANCE),
          entry("ApprovalResource.refuse", FINANCE),
          entry("ApprovalResource.withdraw", FINANCE),
          entry("AuditLogResource.list", VIEWER),
          entry("BusinessResource.change", ADMINISTRATOR),
          entry("BusinessResource.create", ADMINISTRATOR),
          entry("BusinessResource.list", VIEWER),
          entry("BusinessResource.read", VIEWER),
          entry("CollectionCallbacksResource.reveal", SUPPORT),
          entry("CollectionExportResource.export", VIEWER),
          entry("CollectionSearchResource.search", SUPPORT),
          entry("DeadWebhookReplayResource.replayDead", SUPPORT),
          entry("FxPositionResource.read", VIEWER),
          entry("LedgerEntryResource.settle", FINANCE),
          entry("LedgerEntryResource.takeFees", FINANCE),
          entry("MovementResource.adjust", FINANCE),
          entry("MovementResource.transfer", FINANCE),
          entry("MovementResource.withdraw", FINANCE),
          entry("OperatorAuthResource.logOut", VIEWER),
          entry("OperatorAuthResource.replaceSecret", VIEWER),
          entry("OperatorCollectionResource.clearFlag", FINANCE),
          entry("OperatorCollectionResource.list", VIEWER),
          entry("OperatorCollectionResource.read", VIEWER),
          entry("OperatorCollectionResource.refund", FINANCE),
          entry("OperatorCollectionResource.settle", FINANCE),
          entry("OperatorPayoutResource.clearFlag", FINANCE),
          entry("OperatorPayoutResource.list", VIEWER),
          entry("OperatorPayoutResource.read", VIEWER),
          entry("OperatorPayoutResource.returnPayout", FINANCE),
          entry("OperatorPayoutResource.review", FINANCE),
          entry("OperatorPayoutResource.settle", FINANCE),
          entry("OperatorRailResource.list", VIEWER),
          entry("OperatorRailResource.pause", SUPPORT),
          entry("OperatorRailResource.resume", SUPPORT),
          entry("OperatorRateResource.enter", FINANCE),
          entry("OperatorRateResource.list", VIEWER),
          entry("OperatorResource.change", ADMINISTRATOR),
          entry("OperatorResource.create", ADMINISTRATOR),
          entry("OperatorResource.list", ADMINISTRATOR),
          entry("OperatorResource.read", ADMINISTRATOR),
          entry("OperatorResource.removeSecondFactor", ADMINISTRATOR),
          entry("OperatorResource.renewSecret", ADMINISTRATOR),
          entry("PayoutCallbacksResource.reveal", SUPPORT),
          entry("PayoutExportResource.export", VIEWER),
          entry("PayoutRecipientResource.reveal", SUPPORT),
          entry("PayoutSearchResource.search", SUPPORT),
          entry("RailFloatResource.list", VIEWER),
          entry("SecondFactorResource.begin", VIEWER),
          entry("SecondFactorResource.confirm", VIEWER),
          entry("StatementResource.read", VIEWER),
          entry("SubmissionResource.askFirst", ADMINISTRATOR),
          entry("SubmissionResource.change", ADMINISTRATOR),
          entry("SubmissionResource.read", VIEWER),
          entry("SummaryResource.read", VIEWER),
          entry("SweepResource.list", VIEWER),
          entry("SweepResource.put", FINANCE),
          entry("TopUpResource.list", VIEWER),
          entry("TopUpResource.reverse", FINANCE),
          entry("TrialBalanceResource.read", VIEWER),
          entry("WalletResource.topUp", FINANCE),
          entry("WalletResource.wallets", VIEWER),
          entry("WebhookDeliveryResource.list", VIEWER),
          entry("WebhookDeliveryResource.read", VIEWER),
          entry("WebhookDeliveryResource.replay", SUPPORT),
          entry("WebhookEndpointResource.disable", SUPPORT),
          entry("WebhookEndpointResource.list", VIEWER),
          entry("WebhookSecretResource.rotate", ADMINISTRATOR));

  /**
   * The operations of the interface that each operation of the console performs, and whose rights
   * it therefore wants; a test compares the table with the calls in the code.
   */
  private static final Map<String, List<String>> CONSOLE =
      Map.ofEntries(
          entry("ConsoleAccountResource.begin", List.of("SecondFactorResource.begin")),
          entry("ConsoleAccountResource.confirm", List.of("SecondFactorResource.confirm")),
          entry(
              "ConsoleAccountResource.replaceSecret",
              List.of("OperatorAuthResource.replaceSecret")),
          entry("ConsoleAccountResource.show", List.of()),
          entry("ConsoleApprovalResource.approve", List.of("ApprovalResource.approve")),
          entry("ConsoleApprovalResource.refuse", List.of("ApprovalResource.refuse")),
          entry("ConsoleApprovalResource.show", List.of("ApprovalResource.read")),
          entry("ConsoleApprovalResource.withdraw", List.of("ApprovalResource.withdraw")),
          entry(
              "ConsoleBusinessResource.show",
              List.of(
                  "ApiKeyResource.list",
                  "BusinessResource.read",
                  "WalletResource.wallets",
                  "WebhookEndpointResource.list")),
          entry("ConsoleBusinessesResource.list", List.of("BusinessResource.list")),
          entry("ConsoleCollectionResource.list", List.of("OperatorCollectionResource.list")),
          entry("ConsoleCollectionResource.show", List.of("OperatorCollectionResource.read")),
          entry("ConsoleLogOutResource.logOut", List.of("OperatorAuthResource.logOut")),
          entry(
              "ConsolePaymentResource.search",
              List.of("OperatorCollectionResource.list", "OperatorPayoutResource.list")),
          entry("ConsolePayoutResource.list", List.of("OperatorPayoutResource.list")),
          entry("ConsolePayoutResource.show", List.of("OperatorPayoutResource.read")),
          entry(
              "ConsolePersonResource.search",
              List.of("CollectionSearchResource.search", "PayoutSearchResource.search")),
          entry("ConsolePersonResource.show", List.of()),
          entry("ConsoleTodayResource.show", List.of("SummaryResource.read")),
          entry(
              "ConsoleWorkResource.show",
              List.of(
                  "ApprovalResource.list",
                  "OperatorCollectionResource.list",
                  "OperatorPayoutResource.list")));

  /** The operations of an operator who has to enrol a second factor first. */
  private static final Set<String> OF_ENROLMENT =
      Set.of(
          "OperatorAuthResource.logOut",
          "SecondFactorResource.begin",
          "SecondFactorResource.confirm");

  /** The operations of the credential that makes administrators, and lets them in again. */
  private static final Set<String> OF_BOOTSTRAP =
      Set.of(
          "OperatorAuthResource.logOut",
          "OperatorResource.change",
          "OperatorResource.create",
          "OperatorResource.list",
          "OperatorResource.read",
          "OperatorResource.removeSecondFactor",
          "OperatorResource.renewSecret");

  private OperatorRights() {}

  /** All operations with their least roles. */
  static Map<String, OperatorRole> table() {
    return LEAST;
  }

  /** All operations of the console with those of the interface that they perform. */
  static Map<String, List<String>> console() {
    return CONSOLE;
  }

  /** The name of an operation in the table. */
  static String operation(Class<?> resource, String method) {
    return resource.getSimpleName() + "." + method;
  }

  /**
   * Refuses an operation that the session's operator may not do.
   *
   * @throws org.mizani.fault.ApiFault.ApiException 403 if a role above the operator's is needed, a
   *     person, or a second factor
   */
  static void require(OperatorSession session, String operation) {
    refusal(session, operation)
        .ifPresent(
            fault -> {
              throw fault.asException();
            });
  }

  /** Whether the session's operator may do an operation. */
  static boolean allows(OperatorSession session, String operation) {
    return refusal(session, operation).isEmpty();
  }

  private static Optional<ApiFault> refusal(OperatorSession session, String operation) {
    return CONSOLE.getOrDefault(operation, List.of(operation)).stream()
        .flatMap(performed -> refusalOfOne(session, performed).stream())
        .findFirst();
  }

  private static Optional<ApiFault> refusalOfOne(OperatorSession session, String operation) {
    if (session.enrolsOnly() && !OF_ENROLMENT.contains(operation)) {
      return Optional.of(OperatorFault.SECOND_FACTOR_REQUIRED);
    }
    if (session.role() == BOOTSTRAP) {
      return Optional.of(OperatorFault.PERSON_REQUIRED)
          .filter(fault -> !OF_BOOTSTRAP.contains(operation));
    }
    OperatorRole least = LEAST.getOrDefault(operation, ADMINISTRATOR);
    return Optional.of(OperatorFault.roleRequired(least.code()))
        .filter(fault -> !session.role().includes(least));
  }
}
