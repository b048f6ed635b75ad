package org.mizani.fault;

import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** Refusals that operators alone are answered; {@link ApiFault} has those of partners as well. */
public final class OperatorFault {

  public static final ApiFault OPERATOR_CREDENTIALS_REQUIRED =
      ApiFault.of(ErrorCode.FIELD_MISSING, "operatorKey and operatorSecret required");
  public static final ApiFault CODE_REQUIRED =
      ApiFault.of(ErrorCode.CODE_REQUIRED, "code required");
  public static final ApiFault WRONG_CODE =
      ApiFault.of(ErrorCode.FIELD_VALUE, "code is wrong").at("code");
  public static final ApiFault WRONG_SECRET =
      ApiFault.of(ErrorCode.FIELD_VALUE, "operatorSecret or code is wrong").at("operatorSecret");
  public static final ApiFault OWN_ACCESS = another("operators cannot change their own access");
  public static final ApiFault PERSON_REQUIRED =
      another("the environment's credential manages operators alone: log in as a person");
  public static final ApiFault SECOND_FACTOR_REQUIRED =
      ApiFault.of(
          ErrorCode.SECOND_FACTOR_REQUIRED, "second factor required: enrol at /operator/auth/totp");
  public static final ApiFault OWN_REQUEST = another("another operator must decide this request");
  public static final ApiFault SECRET_GIVEN =
      another("your secret was given by another operator: replace it at /operator/auth/secret");
  public static final ApiFault REQUESTERS_SECRET_GIVEN =
      another("secret of its requester was given by another operator: the requester replaces it");
  public static final ApiFault REQUEST_OF_ANOTHER_OPERATOR =
      another("only its requester may withdraw this request");
  public static final ApiFault SECRET_OF_ANOTHER_OPERATOR =
      ApiFault.of(
          ErrorCode.OTHER_OPERATOR_REQUIRED,
          "only its requester may draw the secret of this api key");
  public static final ApiFault NO_IDENTITY_PROVIDER = notFound("no identity provider");
  public static final ApiFault OPERATOR_NOT_FOUND = notFound("operator not found");
  public static final ApiFault PAYOUT_NOT_FOUND = notFound("payout not found");
  public static final ApiFault BUSINESS_NOT_FOUND = notFound("business not found");
  public static final ApiFault RAIL_NOT_FOUND = notFound("rail not found");
  public static final ApiFault WALLET_NOT_FOUND = notFound("wallet not found");
  public static final ApiFault TOP_UP_NOT_FOUND = notFound("top-up not found");
  public static final ApiFault APPROVAL_NOT_FOUND = notFound("approval not found");
  public static final ApiFault OPERATOR_EXISTS = conflict("operator exists");
  public static final ApiFault SECOND_FACTOR_ENROLLED = conflict("second factor is enrolled");
  public static final ApiFault NO_ENROLMENT = conflict("no enrolment to confirm");
  public static final ApiFault NO_PERSON =
      conflict("the environment's credential has no second factor");
  public static final ApiFault SECRET_OF_SETTINGS =
      conflict("the environment's credential has its secret from the settings");
  public static final ApiFault REFERENCE_OF_ANOTHER_MOVEMENT =
      ApiFault.of(ErrorCode.REFERENCE_USED_DIFFERENTLY, "reference of another movement");
  public static final ApiFault PAYOUT_FINAL = conflict("payout is final");
  public static final ApiFault PAYOUT_BEING_SETTLED = conflict("payout is being settled");
  public static final ApiFault PAYOUT_PENDING = conflict("payout is pending");
  public static final ApiFault PAYOUT_NOT_FLAGGED = conflict("payout is not flagged");
  public static final ApiFault FLAGGED_AT_ANOTHER_TIME =
      conflict("flag was raised at another time: read it again");
  public static final ApiFault PAYOUT_FAILED = conflict("payout has failed");
  public static final ApiFault PAYOUT_RETURNED = conflict("payout is returned");
  public static final ApiFault COLLECTION_FINAL = conflict("collection is final");
  public static final ApiFault COLLECTION_NOT_FLAGGED = conflict("collection is not flagged");
  public static final ApiFault COLLECTION_NOT_PAID = conflict("collection is not paid");
  public static final ApiFault COLLECTION_REFUNDED = conflict("collection is refunded");
  public static final ApiFault RECIPIENT_UNREADABLE = conflict("recipient cannot be read any more");
  public static final ApiFault CUSTOMER_UNREADABLE = conflict("customer cannot be read any more");
  public static final ApiFault COLLECTION_BEING_SETTLED = conflict("collection is being settled");
  public static final ApiFault SUBMISSION_ON =
      conflict("submission is on: set it to ask-only first");
  public static final ApiFault ANOTHER_REQUEST_WAITS =
      conflict("another request for this is waiting");
  public static final ApiFault API_KEY_CHANGED = conflict("api key has other terms by now");
  public static final ApiFault NO_SECRET_TO_DRAW = conflict("api key has no secret to draw");
  public static final ApiFault SECRET_NOT_DRAWN_IN_TIME =
      conflict("secret of this api key was not drawn in time");
  public static final ApiFault REQUESTER_CHANGED =
      conflict("access of its requester has changed since the request");
  public static final ApiFault REQUESTER_NOT_ALLOWED =
      conflict("its requester may not do this any more");
  public static final ApiFault HOLDER_CHANGED = conflict("destination has another holder by now");
  public static final ApiFault REQUEST_DECIDED = conflict("request is decided");
  public static final ApiFault REQUEST_EXPIRED = conflict("request has expired");
  public static final ApiFault REQUEST_UNREADABLE = conflict("request cannot be read any more");

  private OperatorFault() {}

  /** 403: the operation needs this role of operators, or one above it. */
  public static ApiFault roleRequired(String role) {
    return ApiFault.of(ErrorCode.ROLE_MISSING, "role " + role + " required");
  }

  /** 403: the operator's own access was given a short time ago, and approves from this time on. */
  public static ApiFault accessIsNew(Instant end) {
    return another("your access is new: you may approve from " + shown(end) + " on");
  }

  /** 403: likewise that of the requester; the request waits on. */
  public static ApiFault requesterIsNew(Instant end) {
    return another("access of its requester is new: it may be approved from " + shown(end) + " on");
  }

  /** In whole seconds, of which the last one is over. */
  private static Instant shown(Instant end) {
    return end.plusNanos(999_999_999).truncatedTo(ChronoUnit.SECONDS);
  }

  /** 409: the state of what the request is about does not allow it. */
  private static ApiFault conflict(String message) {
    return ApiFault.of(ErrorCode.CONFLICT, message);
  }

  private static ApiFault notFound(String message) {
    return ApiFault.of(ErrorCode.RECORD_NOT_FOUND, message);
  }

  /** 403: an operator other than this one must do it. */
  private static ApiFault another(String message) {
    return ApiFault.of(ErrorCode.OTHER_OPERATOR_REQUIRED, message);
  }
}
