package org.mizani.rail.pawapay;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import io.quarkus.runtime.annotations.RegisterForReflection;
import java.util.List;

/** Answer of {@code GET /v2/wallet-balances}: the service's own money at pawaPay. */
@RegisterForReflection
@JsonIgnoreProperties(ignoreUnknown = true)
public record WalletBalances(List<Balance> balances) {

  /**
   * Balance of one wallet.
   *
   * @param country code of three letters
   * @param balance in major units
   * @param provider empty for the wallet of the whole country
   */
  @RegisterForReflection
  @JsonIgnoreProperties(ignoreUnknown = true)
  public record Balance(String country, String balance, String currency, String provider) {}
}
