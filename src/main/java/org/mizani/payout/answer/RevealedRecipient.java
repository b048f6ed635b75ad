package org.mizani.payout.answer;

import com.fasterxml.jackson.annotation.JsonInclude;

/**
 * Whole recipient of a payout, as its rail is told, for an operator with a reason. Fields that it
 * lacks are null and left out.
 *
 * @param number the phone, till, paybill or account number
 * @param account the account at a paybill
 * @param bankCode the bank of a bank account
 * @param merchantName the till's registered name where the partner omitted a name
 * @param screeningReason why its screening has held or refused the payout, if it has and says so
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record RevealedRecipient(
    String serviceReference,
    String country,
    String channel,
    String number,
    String account,
    String bankCode,
    String firstName,
    String lastName,
    String merchantName,
    String screeningReason) {

  @Override
  public String toString() {
    return "RevealedRecipient[" + serviceReference + "]";
  }
}
