package org.mizani.rail.daraja;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Predicate;

/**
 * Books of the stand-in: every payment and prompt that it has accepted, with its result code.
 *
 * <p>The code follows from the receiver: if the last four digits of a phone, till or paybill are a
 * code of {@link #DECLINES} or, for a prompt, of {@link #PROMPT_DECLINES}, this is it (254700002040
 * is not registered, till 550001 meets a short float, 0404 stands for SFC_IC0003). Otherwise less
 * than 10 shillings give 2, more than 250,000 give 3, and more than the float gives 1.
 */
public final class StandInBooks {

  /** Codes of payments. With 17 and 26 the result leaves the outcome open, and no money moves. */
  public static final List<Integer> DECLINES =
      List.of(1, 2, 3, 4, 8, 11, 15, 17, 18, 19, 20, 21, 26, 404, 2001, 2006, 2028, 2040, 8006);

  /** Codes of prompts; a prompt with 4999 stays without an answer for ever. */
  public static final List<Integer> PROMPT_DECLINES =
      List.of(1, 17, 1001, 1019, 1025, 1032, 1037, 2001, 4999, 9999);

  private static final long LEAST = 10;
  private static final long MOST = 250_000;

  /**
   * Payment or prompt that was accepted.
   *
   * @param requestId {@code OriginatorConversationID} or {@code MerchantRequestID}
   * @param networkId {@code ConversationID} or {@code CheckoutRequestID}
   * @param receiver of a payment; of a prompt the customer
   * @param reference {@code AccountReference}, or empty text
   * @param code of the result
   * @param settledAt the time from which the network tells the outcome
   */
  public record Entry(
      StandInOperation operation,
      String requestId,
      String networkId,
      String receipt,
      String receiver,
      long amount,
      String reference,
      String remarks,
      String code,
      Instant settledAt) {

    /** Tells whether the money has moved. */
    public boolean isPaid() {
      return code.equals("0");
    }
  }

  private final Map<String, Entry> byOurId = new ConcurrentHashMap<>();
  private final List<Entry> entries = new CopyOnWriteArrayList<>();
  private long utilityFloat = Long.MAX_VALUE;

  /** Returns the shillings left to pay from. */
  public synchronized long left() {
    return utilityFloat;
  }

  /** Sets the shillings to pay from. */
  public synchronized void leave(long shillings) {
    utilityFloat = shillings;
  }

  /** Forgets all payments and prompts, and the limit of the float. */
  synchronized void clear() {
    byOurId.clear();
    entries.clear();
    utilityFloat = Long.MAX_VALUE;
  }

  /** Returns all accepted payments and prompts, in order. */
  public List<Entry> entries() {
    return List.copyOf(entries);
  }

  /** Returns all accepted requests of this operation, in order. */
  public List<Entry> entries(StandInOperation operation) {
    return entries.stream().filter(entry -> entry.operation() == operation).toList();
  }

  /** Returns the shillings that customers were paid under this {@code OriginatorConversationID}. */
  public long paidUnder(String originatorConversationId) {
    return paid(
        entry ->
            entry.operation() == StandInOperation.B2C
                && entry.requestId().equals(originatorConversationId));
  }

  /** Returns the shillings that this phone, till or paybill was paid. */
  public long paidTo(String receiver) {
    return paid(
        entry -> entry.operation() != StandInOperation.PROMPT && entry.receiver().equals(receiver));
  }

  /**
   * Returns the shillings that tills and paybills were paid under this reference or these remarks.
   */
  public long paidFor(String referenceOrRemarks) {
    return paid(
        entry ->
            entry.operation() == StandInOperation.B2B
                && (entry.reference().equals(referenceOrRemarks)
                    || entry.remarks().equals(referenceOrRemarks)));
  }

  /**
   * Returns the number of accepted payments to tills and paybills with this reference or remarks.
   */
  public long effectsFor(String referenceOrRemarks) {
    return entries(StandInOperation.B2B).stream()
        .filter(
            entry ->
                entry.reference().equals(referenceOrRemarks)
                    || entry.remarks().equals(referenceOrRemarks))
        .count();
  }

  /** Returns the shillings that were paid out in all. */
  public long paidInAll() {
    return paid(entry -> entry.operation() != StandInOperation.PROMPT);
  }

  /** Returns the shillings that this customer has paid. */
  public long collectedFrom(String phone) {
    return paid(
        entry -> entry.operation() == StandInOperation.PROMPT && entry.receiver().equals(phone));
  }

  private long paid(Predicate<Entry> which) {
    return entries.stream().filter(Entry::isPaid).filter(which).mapToLong(Entry::amount).sum();
  }

  /** Enters a payment or prompt. Returns false for a payment to a customer under a used id. */
  synchronized boolean enter(Entry entry) {
    if (entry.operation() == StandInOperation.B2C
        && byOurId.putIfAbsent(entry.requestId(), entry) != null) {
      return false;
    }
    entries.add(entry);
    if (entry.operation() != StandInOperation.PROMPT && entry.isPaid()) {
      utilityFloat -= entry.amount();
    }
    return true;
  }

  Optional<Entry> find(String anyId) {
    return entries.stream()
        .filter(
            entry ->
                entry.requestId().equals(anyId)
                    || entry.networkId().equals(anyId)
                    || entry.receipt().equals(anyId))
        .findFirst();
  }

  /** Returns the code that a payment or prompt gets by its receiver and amount. */
  synchronized String codeOf(StandInOperation operation, String receiver, long amount) {
    int suffix = Integer.parseInt(receiver.substring(receiver.length() - 4));
    if (operation == StandInOperation.PROMPT) {
      return PROMPT_DECLINES.contains(suffix) ? String.valueOf(suffix) : "0";
    }
    if (DECLINES.contains(suffix)) {
      return suffix == 404 ? "SFC_IC0003" : String.valueOf(suffix);
    }
    if (amount < LEAST || amount > MOST) {
      return amount < LEAST ? "2" : "3";
    }
    return amount > utilityFloat ? "1" : "0";
  }
}
