package org.mizani.support;

import static org.mizani.support.Eventually.eventually;
import static org.mizani.support.Request.given;

import io.quarkus.arc.Arc;
import io.quarkus.arc.ArcContainer;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import org.mizani.business.BusinessProfile;
import org.mizani.money.CurrencyUnit;
import org.mizani.support.Onboarding.Credential;

/** Businesses of tests, each with a key, wallets and a token of its own. */
@Singleton
public class TestPartners {

  private final Onboarding onboarding;
  private boolean rateEntered;

  @Inject
  TestPartners(InProcessOnboarding onboarding) {
    this((Onboarding) onboarding);
  }

  private TestPartners(Onboarding onboarding) {
    this.onboarding = onboarding;
  }

  /** The partners of the tested service, which runs in this process or in one of its own. */
  public static TestPartners here() {
    ArcContainer container = Arc.container();
    return container == null
        ? OfOtherProcess.PARTNERS
        : container.instance(TestPartners.class).get();
  }

  /** A business with its credentials and a token. */
  public record Partner(long businessId, String apiKey, String apiSecret, String token) {

    /** A request of this partner. */
    public Request request() {
      return given()
          .port(ServicePort.number())
          .header("Authorization", "Bearer " + token)
          .contentType("application/json");
    }

    /** Sends a payout to a phone. */
    public Response transfer(Map<String, ?> body) {
      return request().body(body).post("/business/payout/transfer");
    }

    /** Sends a payout to a till or paybill. */
    public Response payment(Map<String, ?> body) {
      return request().body(body).post("/business/payout/payment");
    }

    /** Sends a payout to a bank account. */
    public Response bank(Map<String, ?> body) {
      return request().body(body).post("/business/payout/bank");
    }

    /** Locks a quote. */
    public Response quote(Map<String, ?> body) {
      return request().body(body).post("/business/quotes");
    }

    /** The id of a new quote for {@link #transferOf}. */
    public String quoteId() {
      return quote(quoteOf()).created().path("quoteId");
    }

    /** Prompts a customer. */
    public Response collect(Map<String, ?> body) {
      return request().body(body).post("/business/collections");
    }

    /** Prompts the customer with this phone number, digits alone, for 150 shillings. */
    public UUID collectFrom(String phone) {
      Map<String, Object> body = collectionOf(phone);
      body.put("mobile", "+" + phone);
      return UUID.fromString(collect(body).created().path("id"));
    }

    /** The status of a collection. */
    public String statusOf(UUID collection) {
      return request().get("/business/collections/" + collection).path("status");
    }

    /** The final status of a collection. */
    public String finalStatusOf(UUID collection) {
      return eventually(() -> statusOf(collection), status -> !"collection_pending".equals(status));
    }

    /** The available balance of its collection wallet of this currency, in major units. */
    public BigDecimal collected(String currency) {
      return part(currency, "collection", "available");
    }

    /** The final status of the payout with this business reference. */
    public String finalStatus(String businessReference) {
      return eventually(
          () -> request().get("/business/transactions/" + businessReference).path("status"),
          status -> !"termination_pending".equals(status));
    }

    /** The available balance of its payout wallet of this currency, in major units. */
    public BigDecimal available(String currency) {
      return part(currency, "payout", "available");
    }

    /** The balance on hold in its payout wallet of this currency, in major units. */
    public BigDecimal holding(String currency) {
      return part(currency, "payout", "holding");
    }

    private BigDecimal part(String currency, String purpose, String part) {
      return request()
          .queryParam("currency", currency)
          .queryParam("purpose", purpose)
          .get("/business/balance")
          .json()
          .getDecimal(part);
    }
  }

  /** A business with these payout wallets, in major units; USD to KES is 129. */
  public Partner create(Map<CurrencyUnit, String> wallets) {
    return create(BusinessProfile.named("Partner"), wallets);
  }

  /** A business that collects too, with these payout wallets, in major units. */
  public Partner createShop(Map<CurrencyUnit, String> wallets) {
    return create(BusinessProfile.named("Shop").withCollections(), wallets);
  }

  /** A business of this profile with these payout wallets, in major units. */
  public synchronized Partner create(BusinessProfile profile, Map<CurrencyUnit, String> wallets) {
    if (!rateEntered) {
      onboarding.enterDollarRate("129");
      rateEntered = true;
    }
    long id = onboarding.register(profile);
    Credential credential = onboarding.addKey(id);
    wallets.forEach((currency, major) -> fund(id, currency, major));
    String token = authenticate(credential.key(), credential.secret());
    return new Partner(id, credential.key(), credential.secret(), token);
  }

  /** Adds to a payout wallet. */
  public void fund(long businessId, CurrencyUnit currency, String major) {
    onboarding.fund(businessId, currency, major);
  }

  static String authenticate(String key, String secret) {
    return given()
        .port(ServicePort.number())
        .contentType("application/json")
        .body(Map.of("apiKey", key, "apiSecret", secret))
        .post("/business/auth")
        .path("accessToken");
  }

  /** A transfer that is right in every field, to the Kenyan test phone. */
  public static Map<String, Object> transferOf(String reference) {
    Map<String, Object> body = new LinkedHashMap<>();
    body.put("senderCurrency", "USD");
    body.put("receiverCurrency", "KES");
    body.put("amount", 1000);
    body.put("senderFirstName", "Amina");
    body.put("senderLastName", "Otieno");
    body.put("senderDob", "1990-04-12");
    body.put("senderIdType", "passport");
    body.put("senderIdNumber", "A1234567");
    body.put("senderNationality", "KE");
    body.put("senderTelephoneNo", "+254700000001");
    body.put("receiverFirstName", "Juma");
    body.put("receiverLastName", "Mwangi");
    body.put("relationship", "supplier");
    body.put("payoutCountry", "KE");
    body.put("purposeOfTransfer", "business_payment");
    body.put("sourceOfFunds", "business_income");
    body.put("businessReference", reference);
    body.put("receiverPhone", "+254712345678");
    return body;
  }

  /** A payment that is right in every field, to the Kenyan test till. */
  public static Map<String, Object> paymentOf(String reference) {
    Map<String, Object> body = transferOf(reference);
    body.remove("receiverPhone");
    body.put("type", "till");
    body.put("receiverLipaNumber", "174379");
    return body;
  }

  /** A bank payout that is right in every field, to the Kenyan test account. */
  public static Map<String, Object> bankPayoutOf(String reference) {
    Map<String, Object> body = transferOf(reference);
    body.remove("receiverPhone");
    body.remove("sourceOfFunds");
    body.put("receiverBankCode", "01");
    body.put("receiverAccountNumber", "1100000001");
    return body;
  }

  /** A quote of the payouts above: 7.75 USD and the fee of 0.16 USD. */
  public static Map<String, Object> quoteOf() {
    Map<String, Object> body = new LinkedHashMap<>();
    body.put("senderCurrency", "USD");
    body.put("receiverCurrency", "KES");
    body.put("amount", 1000);
    return body;
  }

  /** The same body of a payout, by a quote. */
  public static Map<String, Object> by(String quoteId, Map<String, Object> payout) {
    payout.put("quoteId", quoteId);
    return payout;
  }

  /** A collection that is right in every field, from the Kenyan test phone. */
  public static Map<String, Object> collectionOf(String reference) {
    Map<String, Object> body = new LinkedHashMap<>();
    body.put("amount", 150);
    body.put("currency", "KES");
    body.put("mobile", "+254712345678");
    body.put("reference", reference);
    body.put("narration", "Order of " + reference);
    return body;
  }

  /** The partners of a service in another process, made at the first call. */
  private static final class OfOtherProcess {

    private static final TestPartners PARTNERS =
        new TestPartners(new OperatorApiOnboarding(Rows.here()));
  }
}
