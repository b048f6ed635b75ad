package org.mizani.payout;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.ObjectWriter;
import jakarta.inject.Singleton;
import java.io.IOException;
import java.util.UUID;
import org.mizani.vault.Vault;

/** Seals what is personal of a payout, bound to that payout. */
@Singleton
final class PartiesSeal {

  private final Vault vault;
  private final ObjectWriter writer;
  private final ObjectReader reader;

  PartiesSeal(Vault vault, ObjectMapper json) {
    this.vault = vault;
    this.writer = json.writerFor(Parties.class);
    this.reader = json.readerFor(Parties.class);
  }

  byte[] seal(UUID serviceReference, Parties parties) {
    try {
      return vault.seal(context(serviceReference), writer.writeValueAsBytes(parties));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("cannot write the parties of " + serviceReference);
    }
  }

  Parties open(UUID serviceReference, byte[] sealed) {
    try {
      return reader.readValue(vault.open(context(serviceReference), sealed));
    } catch (IOException e) {
      throw new IllegalStateException("cannot read the parties of " + serviceReference);
    }
  }

  private static String context(UUID serviceReference) {
    return "payout/" + serviceReference;
  }
}
