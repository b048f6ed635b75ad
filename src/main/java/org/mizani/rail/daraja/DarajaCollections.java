package org.mizani.rail.daraja;

import io.smallrye.mutiny.Uni;
import java.time.InstantSource;
import java.util.Optional;
import org.mizani.corridor.Country;
import org.mizani.rail.CallbackSubject.Kind;
import org.mizani.rail.CollectionInstruction;
import org.mizani.rail.CollectionOutcome;
import org.mizani.rail.CollectionOutcome.Unknown;
import org.mizani.rail.CollectionRail;
import org.mizani.rail.ConnectedRail.Probe;
import org.mizani.rail.ConnectedRail.Reply;
import org.mizani.rail.RailCapabilities;
import org.mizani.rail.SendWindow;
import org.mizani.rail.daraja.DarajaRequests.Cashier;
import org.mizani.rail.http.NetworkAnswer;

/** Collections by prompt (STK push), which is sent once: the network takes no id of ours. */
final class DarajaCollections implements CollectionRail {

  private static final String OPERATOR = "Safaricom";
  private static final int SHOWN = 12;
  private static final String NO_PHONE = "000000000000";

  private final String name;
  private final DarajaClient client;
  private final DarajaAddresses addresses;
  private final Till till;
  private final RailCapabilities capabilities;
  private final InstantSource clock;

  /**
   * Our side of prompts.
   *
   * @param receiver of the money
   * @param transactionType by which it receives
   */
  record Till(String shortCode, String receiver, String transactionType, String passkey) {

    @Override
    public String toString() {
      return "Till[" + shortCode + "]";
    }
  }

  DarajaCollections(
      String name,
      DarajaClient client,
      DarajaAddresses addresses,
      Till till,
      RailCapabilities capabilities,
      InstantSource clock) {
    this.name = name;
    this.client = client;
    this.addresses = addresses;
    this.till = till;
    this.capabilities = capabilities;
    this.clock = clock;
  }

  @Override
  public String name() {
    return name;
  }

  /** Numbers move between operators, so a number of unknown prefix is tried too. */
  @Override
  public boolean collects(Country country, Optional<String> operator) {
    return country == Country.KE && operator.map(OPERATOR::equals).orElse(true);
  }

  @Override
  public RailCapabilities capabilities() {
    return capabilities;
  }

  @Override
  public Uni<CollectionOutcome> prompt(CollectionInstruction instruction, SendWindow window) {
    Cashier us =
        new Cashier(
            till.shortCode(),
            till.receiver(),
            till.transactionType(),
            addresses.of(Kind.COLLECTION, instruction.collectionId(), DarajaAddresses.RESULT));
    String id = instruction.collectionId().toString();
    // The beginning of an id is its time, which prompts of one moment have in common.
    String reference = id.substring(id.length() - SHOWN);
    return client
        .send(DarajaRequests.prompt(us, password(), instruction, reference), window)
        .map(CollectionOutcomes::ofAnswer);
  }

  @Override
  public Uni<CollectionOutcome> ask(CollectionInstruction instruction) {
    return instruction.networkIds().stream()
        .findFirst()
        .map(this::ask)
        .orElseGet(
            () -> Uni.createFrom().item(new Unknown("never acknowledged, so nobody can ask")));
  }

  private Uni<CollectionOutcome> ask(String prompt) {
    return client
        .ask(DarajaRequests.prompted(till.shortCode(), password(), prompt))
        .map(answer -> CollectionOutcomes.ofQuery(answer.status(), answer.body(), prompt));
  }

  /**
   * The question about a prompt that was never sent. Its password is that of prompts, so the
   * network tells by its answer whether it takes short code and passkey.
   */
  Probe passkeyProbe() {
    return Probe.of("passkey", this::askAboutUnsent);
  }

  private Uni<Reply> askAboutUnsent() {
    StkPassword password = password();
    String unsent = "ws_CO_" + password.timestamp() + NO_PHONE;
    return client
        .ask(DarajaRequests.prompted(till.shortCode(), password, unsent))
        .map(answer -> passkey(answer, unsent));
  }

  private Reply passkey(NetworkAnswer answer, String unsent) {
    String code = till.shortCode();
    if (CollectionOutcomes.refusesPassword(answer.body())) {
      return Reply.wrong(
          "the network refuses short code %s with it: check payments.rail.%s.passkey, and the short code that prompts"
              .formatted(code, name));
    }
    return CollectionOutcomes.ofQuery(answer.status(), answer.body(), unsent) instanceof Unknown
        ? Reply.cannotTell("the network says nothing clear about it: check again later")
        : Reply.ok("the network takes it with short code " + code);
  }

  private StkPassword password() {
    return StkPassword.at(clock.instant(), till.shortCode(), till.passkey());
  }
}
