package org.mizani.payout;

import static org.mizani.support.Refusals.assertRefused;
import static org.mizani.support.TestPartners.bankPayoutOf;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.mizani.support.Json;
import org.mizani.support.TestDatabase;

/** Each rule of each field of a bank payout. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
class BankPayoutFieldsApiTest extends FieldRules {

  private static final String EMAIL_IN_SOUTH_AFRICA =
      "receiverEmail is required for ZA bank payouts";

  @Override
  String path() {
    return "/business/payout/bank";
  }

  @Override
  List<String> required() {
    return List.of(
        "senderCurrency",
        "receiverCurrency",
        "amount",
        "payoutCountry",
        "businessReference",
        "senderTelephoneNo",
        "senderFirstName",
        "senderLastName",
        "senderDob",
        "senderIdType",
        "senderIdNumber",
        "senderNationality",
        "receiverFirstName",
        "receiverLastName",
        "receiverBankCode",
        "receiverAccountNumber",
        "relationship",
        "purposeOfTransfer");
  }

  @Override
  List<String> optional() {
    return List.of("receiverEmail", "sourceOfFunds");
  }

  @Override
  Map<String, Object> validBody() {
    return bankPayoutOf("fields");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "receiverCurrency      | TZS      | receiverCurrency must be one of: KES, ZAR",
        "receiverCurrency      | UGX      | receiverCurrency must be one of: KES, ZAR",
        "receiverCurrency      | USD      | receiverCurrency must be one of: KES, ZAR",
        "receiverCurrency      | kes      | receiverCurrency must be one of: KES, ZAR",
        "receiverCurrency      | ZAR      | receiverCurrency must be KES for payoutCountry KE",
        "payoutCountry         | TZ       | payoutCountry must be one of: KE, ZA",
        "payoutCountry         | UG       | payoutCountry must be one of: KE, ZA",
        "payoutCountry         | US       | payoutCountry must be one of: KE, ZA",
        "payoutCountry         | ke       | payoutCountry must be one of: KE, ZA",
        "payoutCountry         | ZA       | receiverCurrency must be ZAR for payoutCountry ZA",
        "receiverBankCode      | 1        | receiverBankCode is not a supported bank",
        "receiverBankCode      | '01 '    | receiverBankCode is not a supported bank",
        "receiverBankCode      | 99       | receiverBankCode is not a supported bank",
        "receiverBankCode      | 49       | receiverBankCode is not a supported bank",
        "receiverBankCode      | 632005   | receiverBankCode is not a supported bank",
        "receiverBankCode      | KCBLKENX | receiverBankCode is not a supported bank"
      })
  void refusesValuesThatABankPayoutDoesNotTake(String field, String value, String message) {
    assertRefused(send(field, "\"" + value + "\""), 400, message);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "1100 000 001",
        "1100-000-001",
        " 1100000001",
        "+1100000001",
        "1100000001\u0661",
        "12345678901234567890123456789012345"
      })
  void refusesInvalidAccountNumbers(String number) {
    assertRefused(
        send("receiverAccountNumber", "\"" + number + "\""),
        400,
        "receiverAccountNumber must be at most 34 letters and digits");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "juma",
        "juma@",
        "@example.org",
        "juma@example",
        "juma@@example.org",
        "juma@example..org",
        "juma@.example.org",
        "juma@example.org.",
        "juma @example.org",
        "juma@exam ple.org",
        "juma@example.org, amina@example.org"
      })
  void refusesInvalidEmailAddresses(String email) {
    assertRefused(
        send("receiverEmail", "\"" + email + "\""), 400, "receiverEmail must be an e-mail address");
  }

  @ParameterizedTest
  @CsvSource(
      value = {"-", "null", "\"\"", "\"  \""},
      nullValues = "-")
  void requiresAnEmailAddressInSouthAfrica(String json) {
    assertRefused(
        send(Json.with(southAfrican(), "receiverEmail", json)), 400, EMAIL_IN_SOUTH_AFRICA);
  }

  @Test
  void reportsTheEmailBetweenAccountNumberAndRelationship() {
    Map<String, Object> none = Json.with(southAfrican(), "receiverEmail", null);

    assertRefused(
        send(Json.with(none, "receiverAccountNumber", null)),
        400,
        "receiverAccountNumber is required");
    assertRefused(send(Json.with(none, "relationship", null)), 400, EMAIL_IN_SOUTH_AFRICA);
  }

  @Test
  void reportsOptionalFieldsAfterThePurpose() {
    Map<String, Object> body = Json.with(validBody(), "sourceOfFunds", "\"lottery\"");

    assertRefused(
        send(Json.with(body, "purposeOfTransfer", null)), 400, "purposeOfTransfer is required");
    assertRefused(
        send(Json.with(body, "callbackUrl", "\"x\"")),
        400,
        "sourceOfFunds must be one of:"
            + " salary, savings, business_income, sale_of_assets, investment_income, other");
    assertRefused(
        send(Json.with(Json.with(validBody(), "callbackUrl", "\"x\""), "forceStatus", "\"x\"")),
        400,
        "callbackUrl must be an absolute http:// or https:// URL");
  }

  @Test
  void refusesAKenyanBankInSouthAfrica() {
    assertRefused(
        send(Json.with(southAfrican(), "receiverBankCode", "\"01\"")),
        400,
        "receiverBankCode is not a supported bank");
  }

  private static Map<String, Object> southAfrican() {
    Map<String, Object> body = bankPayoutOf("za");
    body.put("senderCurrency", "ZAR");
    body.put("receiverCurrency", "ZAR");
    body.put("payoutCountry", "ZA");
    body.put("receiverBankCode", "632005");
    body.put("receiverAccountNumber", "1100000002");
    body.put("receiverEmail", "juma.mwangi@example.org");
    return body;
  }
}
