package org.mizani.payout;

import java.math.BigDecimal;

/**
 * The fields that requests of all kinds of payout have (specification, section 2.5). The order in
 * which they are checked is that of the kind's own table.
 */
interface PayoutRequest {

  String senderCurrency();

  String receiverCurrency();

  BigDecimal amount();

  String senderFirstName();

  String senderLastName();

  String senderDob();

  String senderIdType();

  String senderIdNumber();

  String senderNationality();

  String senderTelephoneNo();

  String receiverFirstName();

  String receiverLastName();

  String relationship();

  String payoutCountry();

  String purposeOfTransfer();

  String sourceOfFunds();

  String businessReference();

  String callbackUrl();

  String forceStatus();
}
