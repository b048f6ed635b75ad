package org.mizani.operator.approval;

import jakarta.persistence.Converter;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import org.mizani.database.LowerCaseConverter;

/** Status of a request for approval. */
enum ApprovalStatus {
  WAITING,
  APPROVED,
  REFUSED,
  /** Taken back by its requester. */
  WITHDRAWN,
  EXPIRED;

  private static final String CODES =
      Arrays.stream(values()).map(ApprovalStatus::code).collect(Collectors.joining(", "));

  /** Converter of entities' fields. */
  @Converter(autoApply = true)
  static class InDatabase extends LowerCaseConverter<ApprovalStatus> {

    InDatabase() {
      super(ApprovalStatus.class);
    }
  }

  /** The name in JSON and in the database. */
  String code() {
    return name().toLowerCase(Locale.ROOT);
  }

  static Optional<ApprovalStatus> find(String code) {
    return Arrays.stream(values()).filter(status -> status.code().equals(code)).findFirst();
  }

  /** All names, as messages list them. */
  static String codes() {
    return CODES;
  }
}
