package org.mizani.operator.business;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.mizani.business.ApiKey;
import org.mizani.business.Business;
import org.mizani.business.BusinessProfile;
import org.mizani.ledger.WalletBalance;
import org.mizani.operator.audit.AuditLog.Entry;
import org.mizani.operator.wallet.TopUp;

/** What the audit log says of changes to businesses. */
public final class BusinessEntries {

  private BusinessEntries() {}

  /** How the audit log names a business. */
  public static String subject(UUID businessId) {
    return "business/" + businessId;
  }

  static Entry created(Business business) {
    return new Entry(
        "business.create", subject(business.publicId()), Map.of(), fields(business.profile()));
  }

  static Entry changed(Business before, Business after) {
    return new Entry(
        "business.change",
        subject(after.publicId()),
        fields(before.profile()),
        fields(after.profile()));
  }

  static Entry keyIssued(Business business, ApiKey key) {
    return new Entry("api-key.create", subject(business, key), Map.of(), fields(key));
  }

  static Entry keyRevoked(Business business, ApiKey before, ApiKey after) {
    return new Entry("api-key.revoke", subject(business, after), fields(before), fields(after));
  }

  /**
   * A new webhook secret.
   *
   * @param othersEnd when those before it end
   */
  static Entry webhookSecretRotated(Business business, Optional<Instant> othersEnd) {
    return new Entry(
        "webhook-secret.rotate",
        subject(business.publicId()) + "/webhook-secrets",
        Map.of(),
        othersEnd.<Map<String, Object>>map(end -> Map.of("othersEnd", text(end))).orElse(Map.of()));
  }

  /** Funding that was added. */
  public static Entry toppedUp(TopUp topUp, WalletBalance balance) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("currency", topUp.amount().currency().name());
    fields.put("purpose", topUp.purpose().code());
    fields.put("amount", topUp.amount().major());
    fields.put("reference", topUp.reference());
    fields.put("available", balance.available().major());
    return new Entry("wallet.top-up", subject(topUp.businessId()) + "/top-ups", Map.of(), fields);
  }

  private static String subject(Business business, ApiKey key) {
    return subject(business.publicId()) + "/api-keys/" + key.key();
  }

  private static Map<String, Object> fields(ApiKey key) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("createdAt", text(key.createdAt()));
    fields.put("revokedAt", key.revokedAt().map(BusinessEntries::text).orElse(null));
    return fields;
  }

  private static String text(Instant time) {
    return time.truncatedTo(ChronoUnit.MILLIS).toString();
  }

  private static Map<String, Object> fields(BusinessProfile profile) {
    BusinessForm form = BusinessForm.of(profile);
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("name", form.name());
    fields.put("callbackUrl", masked(profile.callbackUrl()));
    fields.put("collectionCallbackUrl", masked(profile.collectionCallbackUrl()));
    fields.put("collectionsEnabled", form.collectionsEnabled());
    fields.put("feeRate", form.feeRate());
    fields.put("signatureScheme", form.signatureScheme());
    fields.put("suspended", form.suspended());
    return fields;
  }

  /** A query often carries a token of the receiver's, and what is written here stays. */
  private static String masked(Optional<String> url) {
    return url.map(text -> text.replaceFirst("\\?.*", "?…")).orElse(null);
  }
}
