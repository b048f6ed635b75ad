package org.mizani.corridor;

/** Whom a payout reaches: one of the four kinds of account that rails pay to. */
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
    @Override
    public Channel channel() {
      return Channel.TILL;
    }
  }

  /** A biller's paybill number with the payer's account there. */
  record Paybill(Country country, String number, String account) implements Recipient {
    @Override
    public Channel channel() {
      return Channel.PAYBILL;
    }
  }

  /** An account at a bank of the bank directory. */
  record BankAccount(Country country, String bankCode, String accountNumber) implements Recipient {
    @Override
    public Channel channel() {
      return Channel.BANK;
    }
  }
}
