package org.mizani.rail.balance;

import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.runtime.StartupEvent;
import io.quarkus.scheduler.Scheduled;
import io.quarkus.scheduler.Scheduled.ConcurrentExecution;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.jboss.logging.Logger;
import org.mizani.log.JobHealth;
import org.mizani.log.RedactedFailure;
import org.mizani.rail.CallbackSubject;
import org.mizani.rail.CallbackSubject.Kind;
import org.mizani.rail.ConnectedRail;
import org.mizani.rail.ConnectedRails;
import org.mizani.rail.RailFloat;
import org.mizani.rail.RailFloat.Answer;
import org.mizani.rail.balance.FloatStore.Question;
import org.mizani.rail.callback.PaymentListener;
import org.mizani.rail.callback.Words;
import org.mizani.rail.guard.RailPauses;

/**
 * Job that reads the balances with networks, each network asked by one pod at a time. Some answer
 * at once, others by a callback about the question. A network that does not answer leaves the last
 * balances as they were, with their time. One that refuses our credential is not asked until an
 * operator has cleared that: it may lock it.
 */
@Singleton
final class FloatReader implements PaymentListener {

  private static final Logger LOG = Logger.getLogger(FloatReader.class);

  private final List<ConnectedRail> rails;
  private final FloatStore store;
  private final RailFloats floats;
  private final FloatGauges gauges;
  private final Words words;
  private final RailPauses pauses;
  private final FloatConfig config;
  private final Set<String> silent = ConcurrentHashMap.newKeySet();
  private final JobHealth health = new JobHealth(LOG, "Reading balances with networks");

  FloatReader(
      ConnectedRails rails,
      FloatStore store,
      RailFloats floats,
      FloatGauges gauges,
      Words words,
      RailPauses pauses,
      FloatConfig config) {
    config.validate();
    this.rails = rails.all().stream().filter(rail -> rail.balances().isPresent()).toList();
    this.store = store;
    this.floats = floats;
    this.gauges = gauges;
    this.words = words;
    this.pauses = pauses;
    this.config = config;
  }

  void register(@Observes StartupEvent event, MeterRegistry registry) {
    if (!rails.isEmpty()) {
      health.measure(registry);
    }
  }

  /** Asks the networks whose turn it is. It never fails: the next tick tries again. */
  @Scheduled(
      every = "${payments.rail-float.tick:15s}",
      concurrentExecution = ConcurrentExecution.SKIP)
  Uni<Void> tick() {
    if (rails.isEmpty()) {
      return Uni.createFrom().voidItem();
    }
    return health.watch(
        Multi.createFrom()
            .iterable(rails)
            .select()
            .where(rail -> !pauses.forbidsQuestions(rail.name()))
            .onItem()
            .transformToUniAndMerge(this::ask)
            .collect()
            .asList()
            .chain(gauges::refresh));
  }

  private Uni<Void> ask(ConnectedRail rail) {
    UUID question = UUID.randomUUID();
    return store
        .take(rail.name(), question, config.every())
        .chain(taken -> taken ? ask(rail, question) : Uni.createFrom().voidItem());
  }

  private Uni<Void> ask(ConnectedRail rail, UUID question) {
    RailFloat balances = rail.balances().orElseThrow();
    return Uni.createFrom()
        .deferred(() -> balances.ask(question))
        .ifNoItem()
        .after(config.timeout())
        .fail()
        .invoke(answer -> answers(rail.name()))
        .onFailure()
        .invoke(failure -> isSilent(rail.name(), failure))
        .onFailure()
        .recoverWithNull()
        .chain(answer -> take(rail.name(), question, answer));
  }

  private Uni<Void> take(String rail, UUID question, Answer answer) {
    if (answer instanceof RailFloat.Told told) {
      return floats.keep(rail, told);
    }
    if (answer instanceof RailFloat.Later later) {
      // A callback that has come already is not heard of again.
      return store.acknowledge(question, later.networkId()).chain(() -> hear(List.of(question)));
    }
    return Uni.createFrom().voidItem();
  }

  private void answers(String rail) {
    if (silent.remove(rail)) {
      LOG.infof("rail %s: its network answers for balances again", rail);
    }
  }

  private void isSilent(String rail, Throwable failure) {
    if (silent.add(rail)) {
      LOG.warnf(
          "rail %s: the balances cannot be read, the last ones stay: %s",
          rail, RedactedFailure.words(failure));
    }
  }

  @Override
  public Kind kind() {
    return Kind.BALANCES;
  }

  /** Keeps the balances that networks have told about these questions. */
  @Override
  public Uni<Void> hear(Collection<UUID> questions) {
    return store
        .acknowledged(questions)
        .onItem()
        .transformToMulti(found -> Multi.createFrom().iterable(found))
        .onItem()
        .transformToUniAndConcatenate(this::keepTold)
        .collect()
        .asList()
        .replaceWithVoid();
  }

  private Uni<Void> keepTold(Question question) {
    return words
        .aboutBalances(
            new CallbackSubject(Kind.BALANCES, question.id()),
            question.rail(),
            question.age(),
            List.of(question.networkId()))
        .chain(
            told ->
                told.map(balances -> floats.keep(question.rail(), balances))
                    .orElseGet(() -> Uni.createFrom().voidItem()));
  }
}
