package org.mizani.rail;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.TestPartners.bankPayoutOf;
import static org.mizani.support.TestPartners.collectionOf;
import static org.mizani.support.TestPartners.paymentOf;
import static org.mizani.support.TestPartners.transferOf;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;
import java.util.UUID;
import org.mizani.support.Eventually;
import org.mizani.support.ServiceClient;

/**
 * Payments of a sandbox's demo partner, each of 1000, with the details that it reads at the end.
 */
final class DemoPayments {

  private static final String DONE = "termination_success";

  private final ServiceClient demo;

  DemoPayments(ServiceClient demo) {
    this.demo = demo;
  }

  /** Pays a phone, and returns the details of the payout, which has succeeded. */
  JsonNode toPhone(String currency, String phone) throws Exception {
    return paid(toPhoneAtLast(currency, phone));
  }

  /** Pays a phone, and returns the details of the payout, which is final. */
  JsonNode toPhoneAtLast(String currency, String phone) throws Exception {
    Map<String, Object> body = within(currency, transferOf(""));
    body.put("receiverPhone", phone);
    return ended("/business/payout/transfer", body);
  }

  /** Pays a till, or an account at a paybill, and returns the details: it has succeeded. */
  JsonNode toMerchant(String currency, String number, String account) throws Exception {
    return paid(toMerchantAtLast(currency, number, account));
  }

  /**
   * Pays a till, or an account at a paybill, and returns the details: it is final.
   *
   * @param account null for a till
   */
  JsonNode toMerchantAtLast(String currency, String number, String account) throws Exception {
    Map<String, Object> body = within(currency, paymentOf(""));
    body.put("type", account == null ? "till" : "paybill");
    body.put("receiverLipaNumber", number);
    if (account != null) {
      body.put("receiverAccount", account);
    }
    return ended("/business/payout/payment", body);
  }

  /** Pays the test account at a South African bank, and returns the details: it has succeeded. */
  JsonNode toBank() throws Exception {
    Map<String, Object> body = within("ZAR", bankPayoutOf(""));
    body.put("receiverBankCode", "632005");
    body.put("receiverAccountNumber", "1100000002");
    body.put("receiverEmail", "juma.mwangi@example.org");
    return paid(ended("/business/payout/bank", body));
  }

  /** Collects from a phone, and returns the details of the collection, which is final. */
  JsonNode collected(String currency, String phone) throws Exception {
    Map<String, Object> body = collectionOf(UUID.randomUUID().toString());
    body.put("currency", currency);
    body.put("mobile", phone);
    body.put("amount", 1000);
    JsonNode created = demo.post("/business/collections", body).succeeded();
    return settled("/business/collections/" + created.path("id").asText() + "/details");
  }

  private static JsonNode paid(JsonNode details) {
    assertThat(details.path("status").asText()).as("%s", details).isEqualTo(DONE);
    return details;
  }

  private JsonNode ended(String path, Map<String, Object> body) throws Exception {
    body.put("businessReference", UUID.randomUUID().toString());
    JsonNode created = demo.post(path, body).succeeded();
    return settled("/business/payouts/" + created.path("serviceReference").asText());
  }

  private JsonNode settled(String details) throws Exception {
    Eventually.holds(
        () ->
            assertThat(demo.get(details).succeeded().path("status").asText())
                .doesNotEndWith("_pending"));
    return demo.get(details).succeeded();
  }

  private static Map<String, Object> within(String currency, Map<String, Object> body) {
    body.put("senderCurrency", currency);
    body.put("receiverCurrency", currency);
    body.put("payoutCountry", currency.substring(0, 2));
    return body;
  }
}
