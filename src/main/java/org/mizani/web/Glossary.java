package org.mizani.web;

import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.eclipse.microprofile.openapi.models.media.Schema;
import org.eclipse.microprofile.openapi.models.parameters.Parameter;

/**
 * What the interface's fields mean (specification, section 2). Most of them are in several
 * requests, answers and webhooks and mean the same in all, so the OpenAPI document takes
 * description and example from here wherever a schema says none itself.
 */
final class Glossary {

  // Of a list: its items have theirs.
  private static final Object NO_EXAMPLE = null;
  private static final String SERVICE_REFERENCE = "01a1f8c4-3d57-7f8d-9593-ee3cb4b9b532";
  private static final String COLLECTION = "01a1f8c4-7a10-7c35-b6d2-2f1f0c9a4e11";
  private static final String DIGEST =
      "a766b4671d611c2e33e2feb0c9795548e7fe9922ce0eda266b1b38b9b3f06b82";

  private static final Map<String, Term> TERMS =
      Stream.of(
              // Of several subjects
              term("businessId", "Your business", "a8761c88-44ba-4c63-b785-3f84b7903210"),
              term("currency", "Currency of the amounts", "KES"),
              term("amount", "In major units", 1000),
              term("countryCode", "Country, 2 letters", "KE"),
              term("verified", "Whether payouts reach it", true),
              term("displayName", "The holder's registered name, or empty", "TEST RECIPIENT KE"),
              term(
                  "callbackUrl",
                  "Absolute http:// or https:// URL for the webhook that tells the final status,"
                      + " instead of the business's default; HTTPS recommended",
                  "https://example.org/payments"),
              term("items", "The newest first", NO_EXAMPLE),
              term("nextCursor", "What `cursor` takes to read on; absent at the end", "bmV4dA"),
              term("from", "Start of the range as you gave it, or empty", "2026-01-01T00:00:00Z"),
              term("to", "End of the range as you gave it, or empty", "2036-01-01T00:00:00Z"),
              term("createdAt", "When it was created", "2026-11-20T11:42:52.771Z"),
              term("updatedAt", "When it last changed", "2026-11-20T11:42:54.792Z"),
              term(
                  "signature",
                  "SHA-256 of `<apiKey>:<apiSecret>` of the key that made the request, hexadecimal",
                  DIGEST),
              term("limit", "How many items the answer has at most", 50),
              // Senders
              term("senderCurrency", "Currency of the wallet that pays", "USD"),
              term("senderAmount", "What the wallet pays before fees", new BigDecimal("7.75")),
              term("senderFirstName", "First name of who sends", "Amina"),
              term("senderLastName", "Last name of who sends", "Otieno"),
              term("senderDob", "Date of birth of who sends, YYYY-MM-DD", "1990-04-12"),
              term("senderIdType", "Kind of the sender's identity document", "passport"),
              term("senderIdNumber", "Number of that document", "A1234567"),
              term("senderNationality", "Nationality of who sends, 2-letter country code", "KE"),
              term("senderTelephoneNo", "Phone of who sends, with country code", "+254700000001"),
              // Receivers
              term("receiverCurrency", "Currency of the country that is paid to", "KES"),
              term("receiverAmount", "What arrives, in the receiver's currency", 1000),
              term("receiverFirstName", "First name of who receives", "Juma"),
              term("receiverLastName", "Last name of who receives", "Mwangi"),
              term("receiverPhone", "Phone that is paid, with country code", "+254712345678"),
              term("receiverLipaNumber", "The till or paybill number that is paid", "174379"),
              term("receiverAccount", "Account at the biller; for a paybill only", "ACC-001"),
              term("receiverBankCode", "Code of the bank, of `GET /business/banks`", "01"),
              term("receiverAccountNumber", "The account that is paid", "1100000001"),
              term("receiverEmail", "E-mail of who receives; for ZA", "juma@example.org"),
              // Payouts
              term("payoutCountry", "The country that is paid to", "KE"),
              term("relationship", "What receiver and sender are to each other", "supplier"),
              term("purposeOfTransfer", "What the money is for", "business_payment"),
              term("sourceOfFunds", "Where the money comes from", "business_income"),
              term("businessReference", "Your reference; it pays once", "invoice-1001"),
              term("serviceReference", "The service's id of the payout", SERVICE_REFERENCE),
              term("status", "What has become of the payout so far", "termination_pending"),
              term("totalDebited", "What the wallet pays, fee included", new BigDecimal("7.91")),
              term(
                  "forceStatus",
                  "Test environment only: the status that the payout is to reach, whatever the"
                      + " recipient; refused in production",
                  "termination_success"),
              // Collections
              term("collectionId", "The collection's id", COLLECTION),
              term("mobile", "The customer's phone, E.164", "+254712345678"),
              term("reference", "Your reference, used once; empty if none was given", "order-77"),
              term("narration", "What the customer is told", "Order 77"),
              term("provider", "The mobile network; may be empty at first", "M-PESA"),
              term("mnoPaymentReference", "The network's own reference, once paid", "SJK4H7L2QX"),
              term("statusMessage", "What became of it, in words", "collection expired"))
          .collect(Collectors.toMap(Term::field, Function.identity()));

  private Glossary() {}

  private record Term(String field, String description, Object example) {}

  private static Term term(String field, String description, Object example) {
    return new Term(field, description, example);
  }

  /** Explains the properties of these schemas that do not explain themselves. */
  static void explain(Map<String, Schema> schemas) {
    schemas.values().stream()
        .map(Schema::getProperties)
        .filter(Objects::nonNull)
        .forEach(properties -> properties.forEach(Glossary::explain));
  }

  /** Explains a parameter that does not explain itself. */
  static void explain(Parameter parameter) {
    Term term = TERMS.get(parameter.getName());
    if (term != null && parameter.getDescription() == null) {
      parameter.setDescription(term.description());
    }
    Schema schema = parameter.getSchema();
    if (schema != null && schema.getEnumeration() != null && schema.getType() == null) {
      schema.addType(Schema.SchemaType.STRING);
    }
    if (term != null && parameter.getIn() == Parameter.In.PATH && parameter.getExample() == null) {
      parameter.setExample(term.example());
    }
  }

  @SuppressWarnings("deprecation") // what annotations still say: OpenAPI 3.1 has examples
  private static void explain(String field, Schema property) {
    if (property.getExample() != null) {
      property.setExamples(List.of(property.getExample()));
      property.setExample(null);
    }
    Term term = TERMS.get(field);
    if (term != null && property.getDescription() == null) {
      property.setDescription(term.description());
    }
    boolean shown = property.getExamples() != null || property.getEnumeration() != null;
    if (term != null && !shown && term.example() != NO_EXAMPLE) {
      property.setExamples(List.of(term.example()));
    }
  }
}
