import java.io.IOException;
import java.math.BigDecimal;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ThreadLocalRandom;

/**
 * An operation as it is asked for: the same however often it is sent.
 *
 * @param kind {@code payout} or {@code collection}
 * @param currency of the amount: the recipient's, or the customer's
 * @param amount in major units
 * @param senderCurrency of the wallet that pays; empty for a collection
 */
record Order(
    String kind,
    String reference,
    Recipient recipient,
    Currency currency,
    BigDecimal amount,
    String senderCurrency,
    String path,
    String body) {

  private static final int COLLECTIONS_OF_A_HUNDRED = 35;

  /** Amounts of the answer to an order; a text is empty where the answer does not tell it. */
  record Acknowledged(String id, String senderAmount, String debited) {

    static final Acknowledged NOT = new Acknowledged("", "", "");
  }

  /** A random order. */
  static Order any(String reference) throws IOException {
    return ThreadLocalRandom.current().nextInt(100) < COLLECTIONS_OF_A_HUNDRED
        ? collection(reference)
        : payout(reference);
  }

  private static Order collection(String reference) throws IOException {
    Recipient customer = Recipient.any();
    BigDecimal amount = Currency.KES.amount();
    Map<String, ?> body =
        Map.of(
            "amount",
            amount,
            "currency",
            Currency.KES,
            "mobile",
            Corridor.KE.number(customer),
            "reference",
            reference);
    return new Order(
        "collection",
        reference,
        customer,
        Currency.KES,
        amount,
        "",
        "/business/collections",
        Service.JSON.writeValueAsString(body));
  }

  private static Order payout(String reference) throws IOException {
    Recipient recipient = Recipient.any();
    Corridor[] corridors = Corridor.values();
    Corridor corridor = corridors[ThreadLocalRandom.current().nextInt(corridors.length)];
    Currency sender = Currency.ofSender();
    BigDecimal amount = corridor.currency().amount();
    Map<String, Object> body = new TreeMap<>(corridor.fields(recipient));
    body.putAll(
        Map.of(
            "amount",
            amount,
            "senderCurrency",
            sender,
            "receiverCurrency",
            corridor.currency(),
            "payoutCountry",
            corridor,
            "businessReference",
            reference));
    body.putAll(
        Map.of(
            "senderFirstName",
            "Amina",
            "senderLastName",
            "Otieno",
            "senderDob",
            "1990-04-12",
            "senderIdType",
            "passport",
            "senderIdNumber",
            "A1234567",
            "senderNationality",
            "KE",
            "senderTelephoneNo",
            "+254700000001"));
    body.putAll(
        Map.of(
            "receiverFirstName",
            "Juma",
            "receiverLastName",
            "Mwangi",
            "relationship",
            "supplier",
            "purposeOfTransfer",
            "business_payment",
            "sourceOfFunds",
            "business_income"));
    return new Order(
        "payout",
        reference,
        recipient,
        corridor.currency(),
        amount,
        sender.name(),
        corridor.path(),
        Service.JSON.writeValueAsString(body));
  }

  boolean isCollection() {
    return kind.equals("collection");
  }

  /** Whether it is a payout that ends well. */
  boolean isPaid() {
    return !isCollection() && expected().equals("success");
  }

  /** The line of the file {@code asked}. */
  String line(Acknowledged acknowledged) {
    return line(kind, reference, expected(), acknowledged);
  }

  /** The line of this payout's return. */
  String lineOfReturn(Acknowledged acknowledged) {
    return line("return", referenceOfReturn(), "success", acknowledged);
  }

  String referenceOfReturn() {
    return "return " + reference;
  }

  private String expected() {
    return isCollection() ? recipient.collection() : recipient.payout();
  }

  private String line(String of, String by, String expected, Acknowledged acknowledged) {
    return String.join(
        "\t",
        of,
        by,
        acknowledged.id(),
        expected,
        currency.name(),
        amount.toPlainString(),
        senderCurrency,
        acknowledged.senderAmount(),
        acknowledged.debited());
  }
}
