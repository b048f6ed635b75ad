package org.mizani.operator;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.mizani.business.Business;
import org.mizani.business.BusinessProfile;
import org.mizani.operator.AuditLog.Entry;

/** What the audit log says of changes to businesses. */
final class BusinessEntries {

  private BusinessEntries() {}

  /** How the audit log names a business. */
  static String subject(UUID businessId) {
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
