package org.mizani.operator.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;
import org.mizani.fault.ApiFault.ApiException;
import org.mizani.fault.OperatorFault;
import org.mizani.operator.approval.ApprovalAction;

/** Rights of operators. */
class OperatorRightsTest {

  @ParameterizedTest
  @EnumSource(
      value = OperatorRole.class,
      names = {"ADMINISTRATOR", "BOOTSTRAP"},
      mode = Mode.EXCLUDE)
  void anOperationWithoutARoleIsTheAdministrators(OperatorRole role) {
    assertThatThrownBy(() -> OperatorRights.require(session(role, false), "NewResource.create"))
        .isInstanceOfSatisfying(
            ApiException.class,
            refusal ->
                assertThat(refusal.fault()).isEqualTo(OperatorFault.roleRequired("administrator")));
    assertThatCode(
            () ->
                OperatorRights.require(
                    session(OperatorRole.ADMINISTRATOR, false), "NewResource.create"))
        .doesNotThrowAnyException();
  }

  @Test
  void anOperationWithoutARoleIsNotTheBootstraps() {
    assertThatThrownBy(
            () ->
                OperatorRights.require(
                    session(OperatorRole.BOOTSTRAP, false), "NewResource.create"))
        .isInstanceOfSatisfying(
            ApiException.class,
            refusal -> assertThat(refusal.fault()).isEqualTo(OperatorFault.PERSON_REQUIRED));
  }

  @ParameterizedTest
  @EnumSource(value = OperatorRole.class, names = "BOOTSTRAP", mode = Mode.EXCLUDE)
  void noRoleOfPersonsIncludesTheBootstrapsNorIsIncludedInIt(OperatorRole role) {
    assertThat(role.includes(OperatorRole.BOOTSTRAP)).isFalse();
    assertThat(OperatorRole.BOOTSTRAP.includes(role)).isFalse();
    assertThat(OperatorRole.find(role.code())).contains(role);
    assertThat(OperatorRole.find("bootstrap")).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(value = OperatorRole.class, names = "BOOTSTRAP", mode = Mode.EXCLUDE)
  void aPersonWithoutTheRequiredSecondFactorMayEnrolOneAlone(OperatorRole role) {
    Set<String> allowed = new TreeSet<>();
    for (String operation : OperatorRights.table().keySet()) {
      try {
        OperatorRights.require(session(role, true), operation);
        allowed.add(operation);
      } catch (ApiException refusal) {
        assertThat(refusal.fault()).isEqualTo(OperatorFault.SECOND_FACTOR_REQUIRED);
      }
    }
    assertThat(allowed)
        .containsExactly(
            "OperatorAuthResource.logOut",
            "SecondFactorResource.begin",
            "SecondFactorResource.confirm");
  }

  /** An approval asks for the role of the requester that the operation itself asks for. */
  @ParameterizedTest
  @EnumSource(ApprovalAction.class)
  void aHeldOperationHasTheRoleOfItsRoute(ApprovalAction action) {
    assertThat(action.least()).isEqualTo(OperatorRights.table().get(route(action)));
  }

  private static String route(ApprovalAction action) {
    return switch (action) {
      case TOP_UP -> "WalletResource.topUp";
      case TOP_UP_REVERSAL -> "TopUpResource.reverse";
      case WITHDRAWAL -> "MovementResource.withdraw";
      case ADJUSTMENT -> "MovementResource.adjust";
      case WALLET_TRANSFER -> "MovementResource.transfer";
      case RATE -> "OperatorRateResource.enter";
      case SWEEP -> "SweepResource.put";
      case PAYOUT_SETTLEMENT -> "OperatorPayoutResource.settle";
      case COLLECTION_SETTLEMENT -> "OperatorCollectionResource.settle";
      case FEE -> "BusinessResource.change";
      case PAYOUT_RETURN -> "OperatorPayoutResource.returnPayout";
      case PAYOUT_REVIEW -> "OperatorPayoutResource.review";
      case REFUND -> "OperatorCollectionResource.refund";
      case RAIL_SETTLEMENT -> "LedgerEntryResource.settle";
      case API_KEY -> "ApiKeyResource.create";
      case API_KEY_CHANGE -> "ApiKeyResource.change";
    };
  }

  @ParameterizedTest
  @EnumSource(OperatorRole.class)
  void anOperationOfTheConsoleWantsTheRightsToAllThatItPerforms(OperatorRole role) {
    for (boolean enrolsOnly : List.of(true, false)) {
      OperatorSession session = session(role, enrolsOnly);
      OperatorRights.console()
          .forEach(
              (operation, performed) ->
                  assertThat(OperatorRights.allows(session, operation))
                      .as(operation)
                      .isEqualTo(
                          performed.stream().allMatch(one -> OperatorRights.allows(session, one))));
    }
    assertThat(OperatorRights.allows(session(role, true), "ConsoleLogOutResource.logOut")).isTrue();
    assertThat(OperatorRights.allows(session(role, true), "ConsoleTodayResource.show")).isFalse();
  }

  private static OperatorSession session(OperatorRole role, boolean enrolsOnly) {
    return new OperatorSession("amina", Optional.of(1L), role, enrolsOnly, "token", Instant.EPOCH);
  }
}
