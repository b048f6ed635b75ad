package org.mizani.client;

import static org.mizani.client.Call.part;

import java.math.BigDecimal;
import java.net.URI;
import java.time.Duration;
import java.util.Objects;
import java.util.Set;
import org.mizani.client.model.Balance;
import org.mizani.client.model.Balances;
import org.mizani.client.model.BankPayoutRequest;
import org.mizani.client.model.Banks;
import org.mizani.client.model.Bulk;
import org.mizani.client.model.BulkProgress;
import org.mizani.client.model.BulkRequest;
import org.mizani.client.model.Collection;
import org.mizani.client.model.CollectionDetails;
import org.mizani.client.model.CollectionList;
import org.mizani.client.model.CollectionRequest;
import org.mizani.client.model.Events;
import org.mizani.client.model.Limits;
import org.mizani.client.model.OwnApiKey;
import org.mizani.client.model.OwnApiKeyRequest;
import org.mizani.client.model.OwnApiKeys;
import org.mizani.client.model.OwnDeliveries;
import org.mizani.client.model.OwnDelivery;
import org.mizani.client.model.OwnDeliveryHistory;
import org.mizani.client.model.OwnEndpoint;
import org.mizani.client.model.OwnEndpointRequest;
import org.mizani.client.model.OwnEndpoints;
import org.mizani.client.model.OwnStatement;
import org.mizani.client.model.PaymentRequest;
import org.mizani.client.model.PaymentVerification;
import org.mizani.client.model.PaymentVerificationRequest;
import org.mizani.client.model.PayoutAnswer;
import org.mizani.client.model.PayoutDetails;
import org.mizani.client.model.PublishedKeys;
import org.mizani.client.model.QrAnswer;
import org.mizani.client.model.QrRequest;
import org.mizani.client.model.QuoteAnswer;
import org.mizani.client.model.QuoteRequest;
import org.mizani.client.model.RateAnswer;
import org.mizani.client.model.Refund;
import org.mizani.client.model.RefundList;
import org.mizani.client.model.RefundRequest;
import org.mizani.client.model.ReplayedDeliveries;
import org.mizani.client.model.ScheduledBulks;
import org.mizani.client.model.Transaction;
import org.mizani.client.model.Transactions;
import org.mizani.client.model.TransferRequest;
import org.mizani.client.model.TransferVerification;
import org.mizani.client.model.TransferVerificationRequest;

/**
 * The partners' interface, a method for each operation of its OpenAPI document, by its name there.
 * One client serves all threads of a program. What fails throws a {@link PaymentsException}.
 *
 * <p>A creation takes an idempotency key: a new one for each payment, such as a random UUID, kept
 * with it, so that it can be sent again until it is answered and is made once.
 */
public final class PaymentsClient {

  private static final String ENDPOINTS = "/business/webhook-endpoints";

  private final Transport transport;

  private PaymentsClient(Builder options) {
    transport = new Transport(options);
  }

  /**
   * Begins a client of this address and API key.
   *
   * @throws IllegalArgumentException if the address is not https, but for one of this machine
   */
  public static Builder of(String baseUrl, String apiKey, String apiSecret) {
    return new Builder(baseUrl, apiKey, apiSecret);
  }

  /** One wallet; the purpose is {@code payout}, {@code collection} or null for payout. */
  public Balance getBalance(String currency, String purpose) {
    return transport.call(
        Call.get("/business/balance", "currency", currency, "purpose", purpose), Balance.class);
  }

  /** All wallets. */
  public Balances getBalance() {
    return transport.call(Call.get("/business/balance"), Balances.class);
  }

  public RateAnswer getRate(String from, String to) {
    return transport.call(Call.get("/business/rate", "from", from, "to", to), RateAnswer.class);
  }

  public RateAnswer getRate(String from, String to, BigDecimal amount) {
    return transport.call(
        Call.get("/business/rate", "from", from, "to", to, "amount", amount.toPlainString()),
        RateAnswer.class);
  }

  public QuoteAnswer createQuote(QuoteRequest quote, String key) {
    return transport.call(Call.create("/business/quotes", quote, key), QuoteAnswer.class);
  }

  public Banks listBanks(String countryCode) {
    return transport.call(Call.get("/business/banks", "countryCode", countryCode), Banks.class);
  }

  public Limits getOwnLimits() {
    return transport.call(Call.get("/business/limits"), Limits.class);
  }

  /** The keys that statements are signed with. */
  public PublishedKeys getPublishedKeys() {
    return transport.call(Call.get("/.well-known/jwks.json"), PublishedKeys.class);
  }

  public OwnStatement getOwnStatement(String currency, String purpose, String from, String to) {
    return transport.call(
        Call.get(
            "/business/statement",
            "currency",
            currency,
            "purpose",
            purpose,
            "from",
            from,
            "to",
            to,
            "format",
            "json"),
        OwnStatement.class);
  }

  /** The statement in CSV, the file whose signature proves it. */
  public String getOwnStatementFile(String currency, String purpose, String from, String to) {
    return transport.text(
        Call.get(
            "/business/statement",
            "currency",
            currency,
            "purpose",
            purpose,
            "from",
            from,
            "to",
            to,
            "format",
            "csv"));
  }

  public TransferVerification verifyTransfer(TransferVerificationRequest holder) {
    return transport.call(
        Call.ask("/business/verify-transfer", holder), TransferVerification.class);
  }

  public PaymentVerification verifyPayment(PaymentVerificationRequest holder) {
    return transport.call(Call.ask("/business/verify-payment", holder), PaymentVerification.class);
  }

  public QrAnswer decodeQr(QrRequest code) {
    return transport.call(Call.ask("/business/decode-qr", code), QrAnswer.class);
  }

  public PayoutAnswer createTransfer(TransferRequest payout, String key) {
    return transport.call(
        Call.create("/business/payout/transfer", payout, key), PayoutAnswer.class);
  }

  public PayoutAnswer createPayment(PaymentRequest payout, String key) {
    return transport.call(Call.create("/business/payout/payment", payout, key), PayoutAnswer.class);
  }

  public PayoutAnswer createBankPayout(BankPayoutRequest payout, String key) {
    return transport.call(Call.create("/business/payout/bank", payout, key), PayoutAnswer.class);
  }

  public Bulk createBulk(BulkRequest bulk, String key) {
    return transport.call(Call.create("/business/payouts/bulk", bulk, key), Bulk.class);
  }

  /** A page of a batch; the first one has no cursor. */
  public BulkProgress getBulk(String bulkId, String cursor) {
    return transport.call(
        Call.get("/business/payouts/bulk/" + part(bulkId), "cursor", cursor), BulkProgress.class);
  }

  public ScheduledBulks listScheduledBulks() {
    return transport.call(Call.get("/business/payouts/bulk"), ScheduledBulks.class);
  }

  public Bulk cancelBulk(String bulkId) {
    return transport.call(
        Call.once("DELETE", "/business/payouts/bulk/" + part(bulkId), null), Bulk.class);
  }

  public Transaction getTransaction(String businessReference) {
    return transport.call(
        Call.get("/business/transactions/" + part(businessReference)), Transaction.class);
  }

  public PayoutDetails getPayoutDetails(String serviceReference) {
    return transport.call(
        Call.get("/business/payouts/" + part(serviceReference)), PayoutDetails.class);
  }

  /**
   * Payouts created from one time until before another one, the newest first; the status may be
   * null.
   */
  public Iterable<Transaction> listTransactions(
      String from, String to, String status, Integer pageSize) {
    return () ->
        new Pages<>(
            cursor ->
                transport.call(
                    Call.get(
                        "/business/transactions",
                        "from",
                        from,
                        "to",
                        to,
                        "status",
                        status,
                        "limit",
                        pageSize,
                        "cursor",
                        cursor),
                    Transactions.class),
            Transactions::getItems,
            Transactions::getNextCursor);
  }

  public Collection createCollection(CollectionRequest collection, String key) {
    return transport.call(Call.create("/business/collections", collection, key), Collection.class);
  }

  public Collection getCollection(String collectionId) {
    return transport.call(
        Call.get("/business/collections/" + part(collectionId)), Collection.class);
  }

  public CollectionDetails getCollectionDetails(String collectionId) {
    return transport.call(
        Call.get("/business/collections/" + part(collectionId) + "/details"),
        CollectionDetails.class);
  }

  /** The newest ones, or that of a reference; both may be null. */
  public CollectionList listCollections(String reference, Integer limit) {
    return transport.call(
        Call.get("/business/collections", "reference", reference, "limit", limit),
        CollectionList.class);
  }

  public Refund createRefund(String collectionId, RefundRequest refund, String key) {
    return transport.call(
        Call.create("/business/collections/" + part(collectionId) + "/refunds", refund, key),
        Refund.class);
  }

  public Iterable<Refund> listRefunds(String collectionId) {
    return () ->
        new Pages<>(
            cursor ->
                transport.call(
                    Call.get(
                        "/business/collections/" + part(collectionId) + "/refunds",
                        "cursor",
                        cursor),
                    RefundList.class),
            RefundList::getItems,
            RefundList::getNextCursor);
  }

  /**
   * The events behind a place, null for the oldest: keep {@code after} of the answer, to read on.
   */
  public Events listEvents(String after, Integer limit) {
    return transport.call(
        Call.get("/business/events", "after", after, "limit", limit), Events.class);
  }

  public OwnApiKey createOwnApiKey(OwnApiKeyRequest key) {
    return transport.call(Call.once("POST", "/business/api-keys", key), OwnApiKey.class);
  }

  public Iterable<OwnApiKey> listOwnApiKeys() {
    return () ->
        new Pages<>(
            cursor ->
                transport.call(Call.get("/business/api-keys", "cursor", cursor), OwnApiKeys.class),
            OwnApiKeys::getItems,
            OwnApiKeys::getNextCursor);
  }

  public OwnApiKey revokeOwnApiKey(String apiKey) {
    return transport.call(
        Call.once("DELETE", "/business/api-keys/" + part(apiKey), null), OwnApiKey.class);
  }

  public Iterable<OwnDelivery> listOwnDeliveries(String status, String since) {
    return () ->
        new Pages<>(
            cursor ->
                transport.call(
                    Call.get(
                        "/business/webhook-deliveries",
                        "status",
                        status,
                        "since",
                        since,
                        "cursor",
                        cursor),
                    OwnDeliveries.class),
            OwnDeliveries::getItems,
            OwnDeliveries::getNextCursor);
  }

  public OwnDeliveryHistory getOwnDelivery(String id) {
    return transport.call(
        Call.get("/business/webhook-deliveries/" + part(id)), OwnDeliveryHistory.class);
  }

  public OwnDelivery replayOwnDelivery(String id) {
    return transport.call(
        Call.once("POST", "/business/webhook-deliveries/" + part(id) + "/replay", null),
        OwnDelivery.class);
  }

  public ReplayedDeliveries replayDeadDeliveries(String since) {
    return transport.call(
        Call.once("POST", "/business/webhook-deliveries/replay?since=" + part(since), null),
        ReplayedDeliveries.class);
  }

  public OwnEndpoint createOwnEndpoint(OwnEndpointRequest endpoint) {
    return transport.call(Call.once("POST", ENDPOINTS, endpoint), OwnEndpoint.class);
  }

  public OwnEndpoints listOwnEndpoints() {
    return transport.call(Call.get(ENDPOINTS), OwnEndpoints.class);
  }

  public OwnEndpoint getOwnEndpoint(String id) {
    return transport.call(Call.get(ENDPOINTS + "/" + part(id)), OwnEndpoint.class);
  }

  public OwnDelivery testOwnEndpoint(String id) {
    return transport.call(
        Call.once("POST", ENDPOINTS + "/" + part(id) + "/test", null), OwnDelivery.class);
  }

  public OwnEndpoint disableOwnEndpoint(String id) {
    return transport.call(
        Call.once("POST", ENDPOINTS + "/" + part(id) + "/disable", null), OwnEndpoint.class);
  }

  public OwnEndpoint enableOwnEndpoint(String id) {
    return transport.call(
        Call.once("POST", ENDPOINTS + "/" + part(id) + "/enable", null), OwnEndpoint.class);
  }

  public OwnEndpoint rotateEndpointSecret(String id) {
    return transport.call(
        Call.once("POST", ENDPOINTS + "/" + part(id) + "/rotate-secret", null), OwnEndpoint.class);
  }

  public OwnEndpoint deleteOwnEndpoint(String id) {
    return transport.call(Call.once("DELETE", ENDPOINTS + "/" + part(id), null), OwnEndpoint.class);
  }

  /** How long is waited, and how often tried. */
  public static final class Builder {

    private static final Set<String> LOCAL = Set.of("localhost", "127.0.0.1", "[::1]");

    final String baseUrl;
    final String apiKey;
    final String apiSecret;
    Duration connectTimeout = Duration.ofSeconds(5);
    Duration attemptTimeout = Duration.ofSeconds(20);
    Duration deadline = Duration.ofSeconds(60);
    Duration backoff = Duration.ofMillis(250);
    int maxAttempts = 4;
    Waits waits = Waits.REAL;

    private Builder(String baseUrl, String apiKey, String apiSecret) {
      URI uri = URI.create(baseUrl);
      boolean local = "http".equals(uri.getScheme()) && LOCAL.contains(uri.getHost());
      if (!local && !"https".equals(uri.getScheme())) {
        throw new IllegalArgumentException("baseUrl must begin with https://");
      }
      this.baseUrl = baseUrl.replaceAll("/+$", "");
      this.apiKey = Objects.requireNonNull(apiKey, "apiKey");
      this.apiSecret = Objects.requireNonNull(apiSecret, "apiSecret");
    }

    /** For a connection; 5 s. */
    public Builder connectTimeout(Duration limit) {
      connectTimeout = limit;
      return this;
    }

    /** For one answer; 20 s. */
    public Builder attemptTimeout(Duration limit) {
      attemptTimeout = limit;
      return this;
    }

    /** For a call with all its attempts and waits; 60 s. */
    public Builder deadline(Duration limit) {
      deadline = limit;
      return this;
    }

    /** At most so many attempts of a call; 4. */
    public Builder maxAttempts(int attempts) {
      maxAttempts = attempts;
      return this;
    }

    Builder waits(Waits others) {
      waits = others;
      return this;
    }

    public PaymentsClient build() {
      return new PaymentsClient(this);
    }
  }
}
