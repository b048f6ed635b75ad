package org.mizani.operator.payment;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.quarkus.runtime.annotations.RegisterForReflection;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.mizani.rail.CallbackWord;
import org.mizani.rail.CallbackWord.Found;
import org.mizani.rail.CollectionOutcome;
import org.mizani.rail.FailureCode;
import org.mizani.rail.PayoutOutcome;
import org.mizani.rail.callback.CallbackMeaning;

/**
 * Word of a network in a payment's timeline, without personal data; fields that it lacks are null
 * and left out.
 *
 * @param counted whether it counts as the network's word; otherwise it only had the network asked
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
@RegisterForReflection
public record NetworkWord(
    String outcome,
    String failureCode,
    String receipt,
    String networkReference,
    List<String> networkIds,
    Boolean signed,
    boolean counted) {

  static NetworkWord of(CallbackMeaning meaning) {
    return meaning.word().map(word -> of(word, meaning.counted())).orElse(unclear());
  }

  private static NetworkWord unclear() {
    return new NetworkWord(null, null, null, null, null, null, false);
  }

  private static NetworkWord of(CallbackWord word, boolean counted) {
    Said said =
        Stream.concat(
                word.payout().or(() -> word.found().map(Found::outcome)).stream()
                    .map(NetworkWord::said),
                word.collection().map(NetworkWord::said).stream())
            .findFirst()
            .orElse(Said.only(null));
    return new NetworkWord(
        said.outcome(),
        said.code().map(FailureCode::code).orElse(null),
        said.receipt().orElse(null),
        said.reference().orElse(null),
        word.networkIds().stream().sorted().toList(),
        word.signed(),
        counted);
  }

  private record Said(
      String outcome,
      Optional<FailureCode> code,
      Optional<String> receipt,
      Optional<String> reference) {

    private static Said only(String outcome) {
      return new Said(outcome, Optional.empty(), Optional.empty(), Optional.empty());
    }

    private static Said failed(FailureCode code, Optional<String> reference) {
      return new Said("failed", Optional.of(code), Optional.empty(), reference);
    }
  }

  private static Said said(PayoutOutcome outcome) {
    if (outcome instanceof PayoutOutcome.Paid paid) {
      return new Said("paid", Optional.empty(), paid.receipt(), paid.networkReference());
    }
    if (outcome instanceof PayoutOutcome.Failed failed) {
      return Said.failed(failed.code(), failed.networkReference());
    }
    if (outcome instanceof PayoutOutcome.Returned returned) {
      return new Said(
          "returned", Optional.empty(), Optional.empty(), Optional.of(returned.reference()));
    }
    if (outcome instanceof PayoutOutcome.Accepted) {
      return Said.only("pending");
    }
    return Said.only(outcome instanceof PayoutOutcome.NotFound ? "not_found" : "unknown");
  }

  private static Said said(CollectionOutcome outcome) {
    if (outcome instanceof CollectionOutcome.Collected paid) {
      return new Said(
          "paid", Optional.empty(), Optional.of(paid.paymentReference()), Optional.empty());
    }
    if (outcome instanceof CollectionOutcome.Declined declined) {
      return Said.failed(declined.code(), Optional.empty());
    }
    if (outcome instanceof CollectionOutcome.Lapsed) {
      return Said.failed(FailureCode.EXPIRED, Optional.empty());
    }
    if (outcome instanceof CollectionOutcome.Accepted) {
      return Said.only("pending");
    }
    return Said.only(outcome instanceof CollectionOutcome.NotFound ? "not_found" : "unknown");
  }
}
