package org.mizani.rail;

import io.smallrye.mutiny.Uni;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.mizani.corridor.Channel;
import org.mizani.corridor.Country;
import org.mizani.corridor.Recipient;

/** Rails that tests make up. They pay nobody. */
public final class TestRails {

  private TestRails() {}

  /** A router that knows these rails. */
  public static PayoutRouter routerOf(PayoutRail... rails) {
    return new PayoutRouter(List.of(rails));
  }

  /** A rail for one country that cannot look recipients up. */
  public static PayoutRail without(Country served) {
    return new Paying(served);
  }

  /** A rail for one country that looks recipients up in this way. */
  public static PayoutRail with(Country served, Function<Recipient, Uni<Optional<String>>> lookup) {
    return new Knowing(served, lookup);
  }

  private static class Paying implements PayoutRail {

    private final Country served;

    Paying(Country served) {
      this.served = served;
    }

    @Override
    public String name() {
      return "test";
    }

    @Override
    public boolean serves(Country country, Channel channel) {
      return country == served;
    }

    @Override
    public Uni<PayoutOutcome> submit(PayoutInstruction instruction) {
      throw new AssertionError("nobody is to be paid");
    }

    @Override
    public Uni<PayoutOutcome> ask(PayoutInstruction instruction) {
      throw new AssertionError("nobody was to be paid");
    }

    @Override
    public Uni<PayoutOutcome> inquire(PayoutInstruction instruction) {
      throw new AssertionError("nobody was to be paid");
    }
  }

  private static final class Knowing extends Paying implements RecipientLookup {

    private final Function<Recipient, Uni<Optional<String>>> lookup;

    Knowing(Country served, Function<Recipient, Uni<Optional<String>>> lookup) {
      super(served);
      this.lookup = lookup;
    }

    @Override
    public Uni<Optional<String>> holderOf(Recipient recipient) {
      return lookup.apply(recipient);
    }
  }
}
