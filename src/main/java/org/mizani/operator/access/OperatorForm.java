package org.mizani.operator.access;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.quarkus.runtime.annotations.RegisterForReflection;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.mizani.fault.ApiFault;
import org.mizani.fault.BodyFault;
import org.mizani.http.Fields;
import org.mizani.http.IsoTimestamp;

/** Form of a person among the operators, as administrators send it. */
@RegisterForReflection
record OperatorForm(
    String operatorKey, String displayName, String role, String expiresAt, Boolean disabled) {

  private static final Pattern KEY = Pattern.compile("[a-z0-9][a-z0-9._@-]{1,62}");

  static OperatorForm of(OperatorProfile profile) {
    return new OperatorForm(
        null,
        profile.displayName().orElse(null),
        profile.role().code(),
        profile.expiresAt().map(Object::toString).orElse(null),
        profile.disabled());
  }

  /** The fields of a person in the audit log. */
  static Map<String, Object> audited(Operator operator) {
    OperatorForm form = of(operator.profile());
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("displayName", form.displayName);
    fields.put("role", form.role);
    fields.put("expiresAt", form.expiresAt);
    fields.put("disabled", form.disabled);
    fields.put("secondFactor", operator.hasSecondFactor());
    if (operator.hasOwnSecret()) {
      fields.put("ownSecret", true);
    }
    if (operator.isExemptFromWait()) {
      fields.put("approvesAtOnce", true);
    }
    return fields;
  }

  /** The same form, not disabled unless it says so: the defaults of a new person. */
  OperatorForm withDefaults() {
    return new OperatorForm(
        operatorKey, displayName, role, expiresAt, Optional.ofNullable(disabled).orElse(false));
  }

  /** Whether a text can be the key of a person. */
  static boolean isKey(String text) {
    return KEY.matcher(text).matches();
  }

  /**
   * The key of this form.
   *
   * @throws org.mizani.fault.ApiFault.ApiException 400 if it is missing or of another shape
   */
  String key() {
    String key = Fields.required("operatorKey", operatorKey);
    if (!isKey(key)) {
      throw ApiFault.invalid(
              "operatorKey",
              "must be 2 to 63 characters of a-z 0-9 . _ @ - and begin with one of" + " a-z 0-9")
          .asException();
    }
    return key;
  }

  /**
   * The same form with the fields that were sent, but for the key, which stays. A sent null is a
   * value; a missing field stays.
   *
   * @throws org.mizani.fault.ApiFault.ApiException 400 {@code invalid payload} for a value of
   *     another type
   */
  OperatorForm with(ObjectNode sent, ObjectMapper mapper) {
    ObjectNode fields = mapper.valueToTree(this);
    fields.setAll(sent);
    try {
      return mapper.treeToValue(fields, OperatorForm.class);
    } catch (JsonProcessingException e) {
      throw BodyFault.of(e).asException();
    }
  }

  /**
   * The profile of this form.
   *
   * @throws org.mizani.fault.ApiFault.ApiException 400 with the name of the first field that breaks
   *     its rule
   */
  OperatorProfile parsed() {
    return new OperatorProfile(
        Fields.optional("displayName", displayName),
        Fields.oneOf("role", role, OperatorRole.CODES, OperatorRole::find),
        end(expiresAt),
        Optional.ofNullable(disabled)
            .orElseThrow(() -> ApiFault.required("disabled").asException()));
  }

  /** Null is no end; a blank is refused, so that a field left empty gives no access for ever. */
  private static Optional<Instant> end(String text) {
    if (text != null && Fields.isBlank(text)) {
      throw ApiFault.invalid("expiresAt", "must be an ISO 8601 date and time").asException();
    }
    return IsoTimestamp.find("expiresAt", text).map(IsoTimestamp::inMicros);
  }
}
