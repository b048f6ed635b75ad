package org.mizani.ledger;

import static org.mizani.support.Eventually.PATIENCE;

import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import org.mizani.access.Caller;
import org.mizani.access.Caller.CollectionTerms;
import org.mizani.access.KeyPermissions;
import org.mizani.business.ApiKeys;
import org.mizani.business.BusinessLimits;
import org.mizani.business.BusinessProfile;
import org.mizani.business.BusinessRepository;
import org.mizani.business.FeeTerms;
import org.mizani.business.SecretHash;
import org.mizani.collection.CollectionMoves;
import org.mizani.corridor.Channel;
import org.mizani.corridor.Country;
import org.mizani.corridor.PhoneNumber;
import org.mizani.corridor.Recipient;
import org.mizani.corridor.Recipient.BankAccount;
import org.mizani.corridor.Recipient.MobileWallet;
import org.mizani.money.CurrencyUnit;
import org.mizani.money.Money;
import org.mizani.payout.PayoutMoves;
import org.mizani.support.Rows;
import org.mizani.sweep.SweepMoves;
import org.mizani.sweep.SweepMoves.SetUpSweep;

/** Operations of the service that move money, and new businesses to try them on. */
@Singleton
public class LedgerMoves {

  /** Least balance that is swept, in minor units. */
  static final long SWEEP_MINIMUM_MINOR = 500;

  /** Fees in US cents that the closed day has earned; all sequences share them. */
  static final long EARNED_MINOR = 1_000_000;

  private static final Map<CurrencyUnit, Recipient> DESTINATIONS =
      Map.of(
          CurrencyUnit.KES, new BankAccount(Country.KE, "01", "1100000001"),
          CurrencyUnit.TZS, new MobileWallet(new PhoneNumber(Country.TZ, "+255754000001")));

  final Ledger ledger;
  final LedgerMovements movements;
  final PayoutMoves payouts;
  final CollectionMoves collections;
  final SweepMoves sweeps;
  final AtomicLong taken = new AtomicLong();

  /** Fees in US cents that were refunded with returned payouts. */
  final AtomicLong refunded = new AtomicLong();

  private final BusinessRepository businesses;
  private final ApiKeys keys;
  private final Rows rows;

  LedgerMoves(
      Ledger ledger,
      LedgerMovements movements,
      PayoutMoves payouts,
      CollectionMoves collections,
      SweepMoves sweeps,
      BusinessRepository businesses,
      ApiKeys keys,
      Rows rows) {
    this.ledger = ledger;
    this.movements = movements;
    this.payouts = payouts;
    this.collections = collections;
    this.sweeps = sweeps;
    this.businesses = businesses;
    this.keys = keys;
    this.rows = rows;
  }

  /** A business that moves money. */
  record Mover(Caller caller, Map<CurrencyUnit, SetUpSweep> sweeps) {

    long id() {
      return caller.businessId();
    }
  }

  Mover business() {
    String key = "pk_test_" + UUID.randomUUID();
    String secret = "sk_test_" + UUID.randomUUID();
    long id = await(businesses.enter(BusinessProfile.named("Model").withCollections())).id();
    await(keys.add(id, key, secret));
    Caller caller =
        new Caller(
            id,
            UUID.randomUUID(),
            rows.count("SELECT id FROM api_key WHERE key = $1", key),
            key,
            SecretHash.of(key, secret),
            "",
            FeeTerms.USUAL,
            Optional.empty(),
            CollectionTerms.NONE,
            false,
            KeyPermissions.ALL,
            BusinessLimits.NONE);
    return new Mover(
        caller,
        Map.of(
            CurrencyUnit.KES, sweep(id, CurrencyUnit.KES),
            CurrencyUnit.TZS, sweep(id, CurrencyUnit.TZS)));
  }

  /**
   * Closes a day on which these fees were earned. It is the first day of the books: transfers of
   * other tests belong to later days.
   */
  void earnFees() {
    rows.execute(
        """
        INSERT INTO closed_day (day, transfers, last_transfer_id)
        VALUES ('1970-01-01', 0, 0)
        """);
    rows.execute(
        """
        INSERT INTO daily_closing (account_id, day, debits_minor, credits_minor, balance_minor)
        SELECT id, '1970-01-01', 0, $1, $1
        FROM ledger_account WHERE kind = 'fees' AND currency = 'USD'
        """,
        EARNED_MINOR);
  }

  private SetUpSweep sweep(long businessId, CurrencyUnit currency) {
    Money minimum = new Money(currency, SWEEP_MINIMUM_MINOR);
    return await(sweeps.setUp(businessId, DESTINATIONS.get(currency), minimum));
  }

  /**
   * The amount that a sweep takes of an available balance, in minor units: mobile money has no
   * cents.
   */
  static long sweptMinor(CurrencyUnit currency, long availableMinor) {
    boolean whole = DESTINATIONS.get(currency).channel() == Channel.MOBILE;
    long amount = whole ? availableMinor / 100 * 100 : availableMinor;
    return amount >= SWEEP_MINIMUM_MINOR ? amount : 0;
  }

  static <T> T await(Uni<T> uni) {
    return uni.await().atMost(PATIENCE);
  }
}
