package org.mizani.payout;

import static org.mizani.support.Refusals.assertRefused;
import static org.mizani.support.TestPartners.paymentOf;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.mizani.support.Json;
import org.mizani.support.TestDatabase;

/** Each rule of each field of a payment to a till or paybill. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
class PaymentFieldsApiTest extends FieldRules {

  private static final String TYPE = "type must be \"paybill\" or \"till\"";
  private static final String TILLS_ONLY = "Uganda supports till payouts only";

  @Override
  String path() {
    return "/business/payout/payment";
  }

  @Override
  List<String> required() {
    return List.of(
        "senderCurrency",
        "receiverCurrency",
        "amount",
        "senderFirstName",
        "senderLastName",
        "senderDob",
        "senderIdType",
        "senderIdNumber",
        "senderNationality",
        "senderTelephoneNo",
        "receiverFirstName",
        "receiverLastName",
        "relationship",
        "payoutCountry",
        "purposeOfTransfer",
        "sourceOfFunds",
        "businessReference",
        "type",
        "receiverLipaNumber",
        "receiverAccount");
  }

  @Override
  List<String> optional() {
    return List.of();
  }

  @Override
  Map<String, Object> validBody() {
    Map<String, Object> paybill = paymentOf("fields");
    paybill.put("type", "paybill");
    paybill.put("receiverLipaNumber", "600000");
    paybill.put("receiverAccount", "ACC-001");
    return paybill;
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "receiverCurrency | USD | receiverCurrency must be one of: KES, TZS, UGX, ZAR",
        "receiverCurrency | kes | receiverCurrency must be one of: KES, TZS, UGX, ZAR",
        "receiverCurrency | TZS | receiverCurrency must be KES for payoutCountry KE",
        "payoutCountry    | US  | payoutCountry must be one of: KE, TZ, UG, ZA",
        "payoutCountry    | ke  | payoutCountry must be one of: KE, TZ, UG, ZA",
        "payoutCountry    | TZ  | receiverCurrency must be TZS for payoutCountry TZ",
        "payoutCountry    | UG  | receiverCurrency must be UGX for payoutCountry UG"
      })
  void refusesValuesThatAPaymentDoesNotTake(String field, String value, String message) {
    assertRefused(send(field, "\"" + value + "\""), 400, message);
  }

  @ParameterizedTest
  @ValueSource(strings = {"Till", "PAYBILL", "till ", "bank", "mobile", "x\\u0000"})
  void refusesTypesOtherThanTillAndPaybill(String type) {
    assertRefused(send("type", "\"" + type + "\""), 400, TYPE);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "KES | 499   | till    | receiverCurrency must be UGX for payoutCountry UG",
        "UGX | 499   | till    | amount must be at least 500 UGX",
        "UGX | 1     | till    | amount must be at least 500 UGX",
        "UGX | 500.5 | till    | amount must have at most 0 decimal places for UGX",
        "UGX | 500   | paybill | Uganda supports till payouts only",
        "UGX | 499   | paybill | Uganda supports till payouts only",
        "UGX | 500   | bank    | type must be \"paybill\" or \"till\""
      })
  void refusesPaymentsAgainstUgandasRules(
      String currency, String amount, String type, String message) {
    Map<String, Object> body = new LinkedHashMap<>(ugandan(amount));
    body.put("receiverCurrency", currency);
    body.put("type", type);

    assertRefused(send(body), 400, message);
  }

  @Test
  void reportsUgandasRulesAtThePlaceOfType() {
    Map<String, Object> paybill = Json.with(ugandan("500"), "type", "\"paybill\"");

    assertRefused(send(Json.with(paybill, "receiverLipaNumber", null)), 400, TILLS_ONLY);
    assertRefused(
        send(Json.with(paybill, "businessReference", null)), 400, "businessReference is required");
    assertRefused(
        send(Json.with(ugandan("499"), "callbackUrl", "\"x\"")),
        400,
        "callbackUrl must be an absolute http:// or https:// URL");
  }

  @Test
  void aUgandanPaybillIsRefusedBeforeMissingNames() {
    Map<String, Object> paybill = Json.with(ugandan("500"), "type", "\"paybill\"");
    paybill.remove("receiverFirstName");
    paybill.remove("receiverLastName");

    assertRefused(send(paybill), 400, TILLS_ONLY);
  }

  @ParameterizedTest
  @ValueSource(strings = {"receiverFirstName", "receiverLastName"})
  void optionalNamesOfAUgandanPaymentKeepTheirRules(String field) {
    assertRefused(
        send(Json.with(ugandan("500"), field, "\"" + "x".repeat(101) + "\"")),
        400,
        field + " must be at most 100 characters");
    assertRefused(
        send(Json.with(ugandan("500"), field, "\"x\\u0000\"")),
        400,
        field + " must not contain control characters");
  }

  @ParameterizedTest
  @ValueSource(strings = {"KE", "TZ", "ZA", "ug", "XX"})
  void otherCountriesRequireNamesForATill(String country) {
    Map<String, Object> till =
        Json.with(paymentOf("names"), "payoutCountry", "\"" + country + "\"");
    till.remove("receiverFirstName");
    till.remove("receiverLastName");
    till.remove("relationship");

    assertRefused(send(till), 400, "receiverFirstName is required");
  }

  private static Map<String, Object> ugandan(String amount) {
    Map<String, Object> body = paymentOf("ug");
    body.put("senderCurrency", "UGX");
    body.put("receiverCurrency", "UGX");
    body.put("payoutCountry", "UG");
    body.put("receiverLipaNumber", "400001");
    return Json.with(body, "amount", amount);
  }
}
