package org.mizani.payout.bulk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import java.lang.reflect.Field;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.mizani.payout.request.PayoutRequest;

class BulkItemsModuleTest {

  private final ObjectMapper mapper =
      new ObjectMapper().registerModule(BulkItemsModule.module(() -> 3));

  @Test
  void keepsTheFieldsThatPayoutsHaveAndNoOthers() throws Exception {
    BulkItems items =
        read(
            "[{\"kind\":\"transfer\",\"x\":[{},{\"kind\":1},[2]],\"amount\":1.50,\"y\":\"z\","
                + "\"type\":{\"kind\":[1]},\"callbackUrl\":[[1],2],\"quoteId\":null}]");

    assertThat(items.read())
        .hasToString(
            "[{\"kind\":\"transfer\",\"amount\":1.5,\"type\":{},\"callbackUrl\":[],\"quoteId\":null}]");
  }

  @Test
  void knowsEachFieldOfTheThreeRequests() {
    Set<String> fields = new HashSet<>(Set.of("kind"));
    Stream.concat(
            Stream.of(PayoutRequest.class), Stream.of(PayoutRequest.class.getPermittedSubclasses()))
        .flatMap(type -> Stream.of(type.getDeclaredFields()))
        .filter(field -> !field.isSynthetic())
        .map(Field::getName)
        .forEach(fields::add);

    assertThat(BulkItemsModule.FIELDS).isEqualTo(fields);
  }

  @Test
  void keepsOneMoreThanABatchMayHave() throws Exception {
    assertThat(read("[{},7,[{}],{},{},{\"kind\":\"a\"}]").read()).hasSize(4);
    assertThat(read("[{},7,null]").read()).hasSize(3).element(1).isNull();
    assertThat(read("[]").read()).isEmpty();
  }

  @Test
  void readsTheRestForItsSyntax() {
    assertThatThrownBy(() -> read("[1,2,3,4,5,{]")).isInstanceOf(JsonProcessingException.class);
    assertThatThrownBy(() -> read("{}")).isInstanceOf(MismatchedInputException.class);
  }

  private BulkItems read(String json) throws JsonProcessingException {
    return mapper.readValue(json, BulkItems.class);
  }
}
