package org.mizani.ledger.statement;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.quarkus.runtime.configuration.ConfigurationException;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import io.vertx.core.http.HttpMethod;
import io.vertx.ext.web.RoutingContext;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import java.time.Duration;
import java.util.Set;
import org.jboss.resteasy.reactive.RestQuery;
import org.mizani.access.Caller;
import org.mizani.access.CurrentCaller;
import org.mizani.access.StatementSigner;
import org.mizani.business.KeyScope;
import org.mizani.database.Bulkhead;
import org.mizani.database.DatabaseConfig;
import org.mizani.database.ReaderPlaces;
import org.mizani.fault.ApiFault;
import org.mizani.fault.LimitFault;
import org.mizani.http.QueryNames;
import org.mizani.http.StreamedAnswer;
import org.mizani.ledger.Statement;
import org.mizani.ledger.StatementLines;
import org.mizani.ledger.StatementRange;
import org.mizani.ledger.Statements;

/** {@code GET /business/statement}: a business's statement of a wallet, signed (ADR 33). */
@Path("/business/statement")
public class PartnerStatementResource {

  private static final Set<String> PARAMETERS =
      Set.of("currency", "purpose", "from", "to", "format");
  private static final int MOST_DAYS = 36_600;
  private static final Duration LEAST_READER_TIMEOUT = Duration.ofSeconds(1);
  private static final Multi<byte[]> NOTHING = Multi.createFrom().item(() -> new byte[0]);

  private final CurrentCaller caller;
  private final Statements statements;
  private final StatementLines lines;
  private final StatementSigner signer;
  private final ObjectMapper mapper;
  private final ReaderPlaces<Long> places;
  private final Bulkhead sums;
  private final Duration readerTimeout;
  private final int longestDays;

  /**
   * @throws ConfigurationException for a limit with which no statement could be read
   */
  PartnerStatementResource(
      CurrentCaller caller,
      Statements statements,
      StatementLines lines,
      StatementSigner signer,
      ObjectMapper mapper,
      StatementConfig config,
      DatabaseConfig databaseConfig) {
    if (config.longestDays() < 1 || config.longestDays() > MOST_DAYS) {
      throw new ConfigurationException(
          "payments.partner-statement.longest-days must be from 1 to " + MOST_DAYS + ".");
    }
    if (config.atOnce() < 1) {
      throw new ConfigurationException("payments.partner-statement.at-once must be at least 1.");
    }
    if (config.atOnce() >= databaseConfig.longReads()) {
      throw new ConfigurationException(
          "payments.partner-statement.at-once must be less than payments.database.long-reads.");
    }
    if (config.open() < 1) {
      throw new ConfigurationException("payments.partner-statement.open must be at least 1.");
    }
    if (config.readerTimeout().compareTo(LEAST_READER_TIMEOUT) < 0) {
      throw new ConfigurationException(
          "payments.partner-statement.reader-timeout must be at least 1s.");
    }
    this.caller = caller;
    this.statements = statements;
    this.lines = lines;
    this.signer = signer;
    this.mapper = mapper;
    this.places = new ReaderPlaces<>(config.open(), LimitFault.statementBeingRead());
    this.readerTimeout = config.readerTimeout();
    this.sums = new Bulkhead(config.atOnce(), databaseConfig.timeout());
    this.longestDays = config.longestDays();
  }

  /**
   * The transfers of a wallet in a time range, streamed, each row bound to the one before. The
   * headers alone cost no statement.
   */
  @GET
  @Produces(MediaType.APPLICATION_JSON)
  public Uni<Void> read(
      @RestQuery String currency,
      @RestQuery String purpose,
      @RestQuery String from,
      @RestQuery String to,
      @RestQuery String format,
      @Context RoutingContext exchange) {
    Caller business = caller.get(KeyScope.READ);
    QueryNames.requireOnly(exchange, PARAMETERS);
    StatementRange range = StatementRange.parse(currency, purpose, from, to);
    requireSpan(range);
    StatementFormat written = StatementFormat.named(format, mapper);
    if (exchange.request().method().equals(HttpMethod.HEAD)) {
      return write(exchange, written, NOTHING);
    }
    return places.take(
        business.businessId(),
        () ->
            sums.take(() -> statements.sumUpToTheLast(range.of(business.businessId())))
                .map(statement -> document(exchange, business, statement, written))
                .chain(document -> write(exchange, written, document)));
  }

  private Uni<Void> write(RoutingContext exchange, StatementFormat format, Multi<byte[]> document) {
    return StreamedAnswer.write(exchange, format.contentType(), document, readerTimeout);
  }

  private void requireSpan(StatementRange range) {
    Duration span = Duration.between(range.from().instant(), range.to().instant());
    if (span.compareTo(Duration.ofDays(longestDays)) > 0) {
      throw ApiFault.invalid("to", "must be at most " + longestDays + " days after from")
          .asException();
    }
  }

  private Multi<byte[]> document(
      RoutingContext exchange, Caller business, Statement statement, StatementFormat format) {
    StatementChain chain = new StatementChain(business.publicId(), statement);
    return Multi.createBy()
        .concatenating()
        .streams(
            Multi.createFrom().item(() -> format.beginning(chain.opening())),
            lines.of(statement).map(page -> format.lines(chain.rows(page))),
            Uni.createFrom().deferred(() -> end(exchange, chain, format)).toMulti());
  }

  private Uni<byte[]> end(RoutingContext exchange, StatementChain chain, StatementFormat format) {
    StatementRow closing = chain.closing();
    return Uni.createFrom()
        .completionStage(
            () ->
                exchange
                    .vertx()
                    .executeBlocking(() -> signer.sign(chain.business(), chain.claims()), false)
                    .toCompletionStage())
        .map(signature -> format.end(closing, chain.signature(signature)));
  }
}
