package org.mizani.sweep;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.quarkus.runtime.annotations.RegisterForReflection;
import io.vertx.mutiny.sqlclient.Row;
import jakarta.inject.Singleton;
import java.util.Locale;
import java.util.UUID;
import org.mizani.corridor.Channel;
import org.mizani.corridor.Country;
import org.mizani.corridor.PhoneNumber;
import org.mizani.corridor.Recipient;
import org.mizani.corridor.Recipient.BankAccount;
import org.mizani.corridor.Recipient.MobileWallet;
import org.mizani.encryption.EncryptedJson;
import org.mizani.encryption.FieldEncryption;
import org.mizani.money.CurrencyUnit;
import org.mizani.sweep.Sweep.Destination;

/** Encrypts where a sweep pays to, bound to that sweep. */
@Singleton
final class DestinationEncryption {

  /** What is encrypted: the phone in E.164, or the account number and its bank; and the holder. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  @RegisterForReflection
  record Encrypted(String number, String bankCode, String holder) {

    @Override
    public String toString() {
      return "Encrypted[…]";
    }
  }

  private final EncryptedJson<Encrypted> json;

  DestinationEncryption(FieldEncryption encryption, ObjectMapper mapper) {
    this.json = new EncryptedJson<>(encryption, mapper, "sweep", Encrypted.class);
  }

  byte[] encrypt(UUID sweepId, Destination destination) {
    return json.encrypt(sweepId, encrypted(destination.recipient(), destination.holder()));
  }

  private static Encrypted encrypted(Recipient recipient, String holder) {
    if (recipient instanceof MobileWallet wallet) {
      return new Encrypted(wallet.phone().e164(), null, holder);
    }
    BankAccount account = (BankAccount) recipient;
    return new Encrypted(account.accountNumber(), account.bankCode(), holder);
  }

  /**
   * That of a row with {@code id}, {@code currency}, {@code channel}, {@code
   * destination_encrypted}.
   */
  Destination decrypt(Row row) {
    Encrypted encrypted =
        json.decrypt(row.getUUID("id"), row.getBuffer("destination_encrypted").getBytes());
    Country country = Country.ofCurrency(CurrencyUnit.valueOf(row.getString("currency")));
    Channel channel = channelOf(row);
    Recipient recipient =
        channel == Channel.MOBILE
            ? new MobileWallet(new PhoneNumber(country, encrypted.number()))
            : new BankAccount(country, encrypted.bankCode(), encrypted.number());
    return new Destination(recipient, encrypted.holder());
  }

  /** The channel of such a row. */
  static Channel channelOf(Row row) {
    return Channel.valueOf(row.getString("channel").toUpperCase(Locale.ROOT));
  }
}
