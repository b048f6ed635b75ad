package org.mizani.rail;

import io.quarkus.runtime.annotations.RegisterForReflection;
import java.util.Optional;

/**
 * Parties of a payout, for networks that want them (FATF recommendation 16). All of it is personal
 * data.
 *
 * @param sender empty for a sweep, which the business itself sends
 * @param receiver of the money
 * @param relationship of the receiver to the sender, as the partner put it
 * @param purpose of the transfer, as the partner put it
 * @param sourceOfFunds as the partner put it
 */
public record PaymentParties(
    Optional<Sender> sender,
    Receiver receiver,
    Optional<String> relationship,
    String purpose,
    Optional<String> sourceOfFunds) {

  /**
   * Sender of the money; a payout's record has it in this shape.
   *
   * @param dateOfBirth in ISO 8601
   * @param idType such as {@code passport}
   * @param nationality a country's code
   * @param telephone in E.164
   */
  @RegisterForReflection
  public record Sender(
      String firstName,
      String lastName,
      String dateOfBirth,
      String idType,
      String idNumber,
      String nationality,
      String telephone) {

    @Override
    public String toString() {
      return "Sender[…]";
    }
  }

  /**
   * Receiver of the money.
   *
   * @param registeredName of a merchant, as the network has it
   */
  public record Receiver(
      Optional<String> firstName,
      Optional<String> lastName,
      Optional<String> registeredName,
      Optional<String> email) {

    /** The full name: the registered one, or as the partner gave it. */
    public Optional<String> name() {
      Optional<String> given =
          firstName
              .map(first -> lastName.map(last -> first + " " + last).orElse(first))
              .or(() -> lastName);
      return registeredName.or(() -> given);
    }

    @Override
    public String toString() {
      return "Receiver[…]";
    }
  }

  @Override
  public String toString() {
    return "PaymentParties[…]";
  }
}
