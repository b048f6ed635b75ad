package org.mizani.payout.bulk;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.quarkus.jackson.ObjectMapperCustomizer;
import jakarta.enterprise.inject.Instance;
import jakarta.inject.Singleton;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.IntSupplier;

/**
 * Deserializer of {@link BulkItems}, item by item: what no payout has, and what is beyond the most
 * items, is read to its end and not kept. A body of small unknown values would take many times its
 * size.
 */
@Singleton
public final class BulkItemsModule implements ObjectMapperCustomizer {

  /** {@code kind}, and the fields of the three requests. */
  static final Set<String> FIELDS =
      Set.of(
          "kind",
          "senderCurrency",
          "receiverCurrency",
          "amount",
          "senderFirstName",
          "senderLastName",
          "senderDob",
          "senderIdType",
          "senderIdNumber",
          "senderNationality",
          "senderTelephoneNo",
          "receiverFirstName",
          "receiverLastName",
          "relationship",
          "payoutCountry",
          "purposeOfTransfer",
          "sourceOfFunds",
          "businessReference",
          "callbackUrl",
          "forceStatus",
          "quoteId",
          "receiverPhone",
          "type",
          "receiverLipaNumber",
          "receiverAccount",
          "receiverBankCode",
          "receiverAccountNumber",
          "receiverEmail");

  // The framework may make its mapper at build time, when there are no settings yet.
  private final Instance<BulkConfig> config;

  BulkItemsModule(Instance<BulkConfig> config) {
    this.config = config;
  }

  @Override
  public void customize(ObjectMapper mapper) {
    mapper.registerModule(module(() -> config.get().itemsMost()));
    mapper.addHandler(new MisplacedTime());
  }

  /** The module for batches of so many items at most. */
  static SimpleModule module(IntSupplier most) {
    return new SimpleModule("items of batches")
        .addDeserializer(BulkItems.class, new ItemsReader(most));
  }

  private static final class ItemsReader extends JsonDeserializer<BulkItems> {

    private final IntSupplier most;

    private ItemsReader(IntSupplier most) {
      this.most = most;
    }

    @Override
    public BulkItems deserialize(JsonParser body, DeserializationContext context)
        throws IOException {
      if (!body.isExpectedStartArrayToken()) {
        return (BulkItems) context.handleUnexpectedToken(BulkItems.class, body);
      }
      int kept = most.getAsInt() + 1;
      List<JsonNode> items = new ArrayList<>();
      while (body.nextToken() != JsonToken.END_ARRAY) {
        if (items.size() < kept && body.currentToken() == JsonToken.START_OBJECT) {
          items.add(item(body, context));
        } else {
          body.skipChildren();
          if (items.size() < kept) {
            items.add(null);
          }
        }
      }
      return new BulkItems(items);
    }

    private static ObjectNode item(JsonParser body, DeserializationContext context)
        throws IOException {
      ObjectNode item = context.getNodeFactory().objectNode();
      while (body.nextToken() != JsonToken.END_OBJECT) {
        String name = body.currentName();
        boolean known = FIELDS.contains(name);
        if (!known) {
          MisplacedTime.refuse(body, item, name);
        }
        JsonToken value = body.nextToken();
        if (known) {
          item.set(name, value.isStructStart() ? empty(value, context) : context.readTree(body));
        }
        // Of objects and arrays, all of which are wrong, the kind alone matters.
        body.skipChildren();
      }
      return item;
    }

    private static JsonNode empty(JsonToken start, DeserializationContext context) {
      return start == JsonToken.START_OBJECT
          ? context.getNodeFactory().objectNode()
          : context.getNodeFactory().arrayNode();
    }
  }
}
