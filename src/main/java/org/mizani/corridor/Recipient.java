package org.mizani.corridor;

/** Recipient of a payout: one of the four kinds of account that rails pay to. */
public sealed interface Recipient {

  /** The country that the account is in. */
  Country country();

  /** How money reaches it. */
  Channel channel();

  /** A mobile money wallet, known by its phone number. */
  record MobileWallet(PhoneNumber phone) implements Recipient {
    @Override
    public Country country() {
      return phone.country();
    }

    @Override
    public Channel channel() {
      return Channel.MOBILE;
    }
  }

  /** A merchant's till. */
  record Till(Country country, String number) implements Recipient {

    /** The till of this number, which may come padded as QR codes have it. */
    public static Till of(Country country, String number) {
      return new Till(country, Recipient.unpadded(country, number));
    }

    @Override
    public Channel channel() {
      return Channel.TILL;
    }
  }

  /** A biller's paybill number with the payer's account there. */
  record Paybill(Country country, String number, String account) implements Recipient {

    /** The account at the paybill of this number, which may come padded as QR codes have it. */
    public static Paybill of(Country country, String number, String account) {
      return new Paybill(country, Recipient.unpadded(country, number), account);
    }

    @Override
    public Channel channel() {
      return Channel.PAYBILL;
    }

    @Override
    public String toString() {
      return "Paybill[%s, %s, …]".formatted(country, number);
    }
  }

  /** An account at a bank of the bank directory. */
  record BankAccount(Country country, String bankCode, String accountNumber) implements Recipient {
    @Override
    public Channel channel() {
      return Channel.BANK;
    }

    @Override
    public String toString() {
      return "BankAccount[%s, %s, …]".formatted(country, bankCode);
    }
  }

  /**
   * A merchant's number without the leading zeros that Kenyan QR codes pad it with (specification,
   * section 2.10). No Kenyan till or paybill begins with one, so it stays the same merchant;
   * elsewhere a zero may be part of the number and is kept.
   */
  private static String unpadded(Country country, String number) {
    return country == Country.KE ? number.replaceFirst("^0+(?=[0-9]+$)", "") : number;
  }
}
