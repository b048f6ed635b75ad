package org.mizani.encryption;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class BlindIndexTest {

  private static final List<String> NUMBERS =
      IntStream.range(0, 1000).mapToObj(i -> "+2547123450" + i).toList();

  @Test
  void equalTextsHaveOneHash() {
    BlindIndex index = with("2026").blindIndex("recipient");

    assertThat(hashes(index)).isEqualTo(hashes(with("2026").blindIndex("recipient")));
  }

  @Test
  void anotherKindOrKeyHasOtherHashes() {
    List<Integer> hashes = hashes(with("2026").blindIndex("recipient"));

    for (BlindIndex other :
        List.of(with("2026").blindIndex("customer"), with("2027").blindIndex("recipient"))) {
      List<Integer> others = hashes(other);
      long equal =
          IntStream.range(0, hashes.size())
              .filter(i -> hashes.get(i).equals(others.get(i)))
              .count();
      assertThat(equal).isLessThan(10);
    }
  }

  @Test
  void manyTextsShareEachOfTheHashes() {
    List<Integer> hashes = hashes(with("2026").blindIndex("recipient"));

    assertThat(hashes).allMatch(hash -> hash >= 0 && hash < 1 << BlindIndex.BITS);
    // Spread over the whole range: a tenth of it has about a tenth of them.
    Set<Integer> tenths =
        hashes.stream()
            .map(hash -> hash / ((1 << BlindIndex.BITS) / 10))
            .collect(Collectors.toSet());
    assertThat(tenths).containsAll(IntStream.range(0, 10).boxed().toList());
  }

  @Test
  void theFirstKeyHashesAndAllAreSearched() {
    int old = with("2026").blindIndex("recipient").of("+254712345678");
    int current = with("2027").blindIndex("recipient").of("+254712345678");

    BlindIndex rotated = with("2027", "2026").blindIndex("recipient");

    assertThat(rotated.of("+254712345678")).isEqualTo(current);
    assertThat(rotated.all("+254712345678")).containsExactly(current, old);
    assertThat(with("2027").blindIndex("recipient").all("+254712345678")).containsExactly(current);
  }

  private static List<Integer> hashes(BlindIndex index) {
    return NUMBERS.stream().map(index::of).toList();
  }

  private static FieldEncryption with(String... names) {
    Map<String, byte[]> keys = new LinkedHashMap<>();
    for (String name : names) {
      byte[] key = new byte[32];
      Arrays.fill(key, (byte) name.hashCode());
      keys.put(name, key);
    }
    return new FieldEncryption(keys);
  }
}
