package org.mizani.collection;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.quarkus.runtime.annotations.RegisterForReflection;
import java.util.Optional;
import org.mizani.corridor.PhoneNumber;

/**
 * Everything personal of a collection: it is stored encrypted, as JSON, and never logged.
 *
 * @param mobile the phone in E.164
 * @param narration what the customer reads, null if nothing
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
@RegisterForReflection
record Customer(String mobile, String narration) {

  /** Stands for one whose key is gone. */
  static final Customer UNREADABLE = new Customer("", null);

  static Customer of(CollectionOrder order) {
    return new Customer(order.customer().e164(), order.narration().orElse(null));
  }

  PhoneNumber phone() {
    return PhoneNumber.stored(mobile);
  }

  Optional<String> shownNarration() {
    return Optional.ofNullable(narration);
  }

  @Override
  public String toString() {
    return "Customer[…]";
  }
}
