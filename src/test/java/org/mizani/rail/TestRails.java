package org.mizani.rail;

import io.smallrye.mutiny.Uni;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.mizani.corridor.Channel;
import org.mizani.corridor.Country;
import org.mizani.corridor.Recipient;

/** Creates rails for tests, which never pay. */
public final class TestRails {

  private static final ConnectedRails NONE_CONNECTED = new ConnectedRails(Map::of, List.of());

  private TestRails() {}

  /** Returns the rails of these settings, which neither pay nor collect. */
  public static ConnectedRails connectedBy(RailSettings settings) {
    return new ConnectedRails(settings, List.of(new Idle()));
  }

  /** Returns a router for these rails. */
  public static PayoutRouter routerOf(PayoutRail... rails) {
    return new PayoutRouter(NONE_CONNECTED, List.of(rails));
  }

  /** Returns a rail for one country, without a recipient look-up. */
  public static PayoutRail without(Country served) {
    return new Paying(served);
  }

  /** Returns a rail for one country, whose network would pay what is submitted again. */
  public static PayoutRail atMostOnce(Country served) {
    return new Paying(served) {
      @Override
      public RailCapabilities capabilities() {
        return new RailCapabilities(false, Duration.ZERO);
      }
    };
  }

  /** Returns a rail for one country, with this recipient look-up. */
  public static PayoutRail with(Country served, Function<Recipient, Uni<Optional<String>>> lookup) {
    return new Knowing(served, lookup, true);
  }

  /** Returns a rail for one country, with this recipient look-up, on which no payout depends. */
  public static PayoutRail withoutObligation(
      Country served, Function<Recipient, Uni<Optional<String>>> lookup) {
    return new Knowing(served, lookup, false);
  }

  private static final class Idle implements RailType {

    @Override
    public String type() {
      return "test";
    }

    @Override
    public ConnectedRail connect(String name, RailSettings.Rail settings) {
      return new ConnectedRail(
          name,
          settings.priority(),
          URI.create("https://network.example"),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          List.of(new NoProbe()));
    }
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
    public RailCapabilities capabilities() {
      return new RailCapabilities(true, Duration.ZERO);
    }

    @Override
    public boolean serves(Country country, Channel channel) {
      return country == served;
    }

    @Override
    public Uni<PayoutOutcome> submit(PayoutInstruction instruction, SendWindow window) {
      throw new AssertionError("nobody is to be paid");
    }

    @Override
    public Uni<PayoutOutcome> ask(PayoutInstruction instruction) {
      throw new AssertionError("nobody was to be paid");
    }
  }

  private static final class Knowing extends Paying implements RecipientLookup {

    private final Function<Recipient, Uni<Optional<String>>> lookup;
    private final boolean binding;

    Knowing(Country served, Function<Recipient, Uni<Optional<String>>> lookup, boolean binding) {
      super(served);
      this.lookup = lookup;
      this.binding = binding;
    }

    @Override
    public Optional<RecipientLookup> recipientLookup(Channel channel) {
      return Optional.of(this);
    }

    @Override
    public boolean isBinding() {
      return binding;
    }

    @Override
    public Uni<Optional<String>> holderOf(Recipient recipient) {
      return lookup.apply(recipient);
    }
  }
}
