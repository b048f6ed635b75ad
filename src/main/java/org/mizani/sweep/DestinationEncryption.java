package org.mizani.sweep;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.quarkus.runtime.annotations.RegisterForReflection;
import jakarta.inject.Singleton;
import java.util.UUID;
import org.mizani.corridor.Channel;
import org.mizani.corridor.Country;
import org.mizani.corridor.PhoneNumber;
import org.mizani.corridor.Recipient;
import org.mizani.corridor.Recipient.BankAccount;
import org.mizani.corridor.Recipient.MobileWallet;
import org.mizani.encryption.EncryptedJson;
import org.mizani.encryption.FieldEncryption;
import org.mizani.sweep.Sweep.Destination;

/** Encryption of the destinations of sweeps, each bound to its sweep. */
@Singleton
final class DestinationEncryption {

  /** Content of a destination: phone in E.164, or account number and bank; holder. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  @RegisterForReflection
  record Content(String number, String bankCode, String holder) {

    @Override
    public String toString() {
      return "Content[…]";
    }
  }

  private final EncryptedJson<Content> json;

  DestinationEncryption(FieldEncryption encryption, ObjectMapper mapper) {
    this.json = new EncryptedJson<>(encryption, mapper, "sweep", Content.class);
  }

  byte[] encrypt(UUID sweepId, Destination destination) {
    return json.encrypt(sweepId, contentOf(destination.recipient(), destination.holder()));
  }

  private static Content contentOf(Recipient recipient, String holder) {
    if (recipient instanceof MobileWallet wallet) {
      return new Content(wallet.phone().e164(), null, holder);
    }
    BankAccount account = (BankAccount) recipient;
    return new Content(account.accountNumber(), account.bankCode(), holder);
  }

  /**
   * Decrypts the destination of a sweep.
   *
   * @throws IllegalStateException if its encryption key is gone
   */
  Destination decrypt(StoredSweep sweep) {
    Content content = json.decrypt(sweep.id(), sweep.destinationEncrypted());
    Country country = Country.ofCurrency(sweep.currency());
    Recipient recipient =
        sweep.channel() == Channel.MOBILE
            ? new MobileWallet(new PhoneNumber(country, content.number()))
            : new BankAccount(country, content.bankCode(), content.number());
    return new Destination(recipient, content.holder());
  }
}
