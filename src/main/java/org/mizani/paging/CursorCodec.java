package org.mizani.paging;

import jakarta.inject.Singleton;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Optional;
import org.mizani.encryption.FieldEncryption;
import org.mizani.encryption.UndecryptableException;
import org.mizani.fault.ApiFault;
import org.mizani.http.Fields;

/**
 * Texts of cursors, as callers get them and send them back. They are encrypted and authenticated: a
 * caller can neither read nor alter one. Each is bound to its list by the list's name, which names
 * the business and the filters too, such as {@code transactions/7}: a cursor of one list is refused
 * in another.
 *
 * <pre>{@code
 * Cursor after = codec.decode(list, cursor).orElse(Cursor.NEWEST);
 * return repository
 *     .read(after.id(), size + 1)
 *     .map(found -> Page.of(found, size, item -> Cursor.of(item.id())).map(Answer::of))
 *     .map(page -> codec.answer(list, page));
 * }</pre>
 */
@Singleton
public final class CursorCodec {

  private static final int MAX_LENGTH = 500;

  private final FieldEncryption encryption;

  CursorCodec(FieldEncryption encryption) {
    this.encryption = encryption;
  }

  /** The text of the cursor that the next page is asked for with; null on the last page. */
  public String next(String list, Page<?> page) {
    return page.next().map(cursor -> encode(list, cursor)).orElse(null);
  }

  /** The answer of a page, with the text of the next page's cursor. */
  public <T> ListAnswer<T> answer(String list, Page<T> page) {
    return new ListAnswer<>(page.items(), next(list, page));
  }

  /** The text of a cursor. */
  public String encode(String list, Cursor cursor) {
    return text(encryption.encrypt(list, cursor.bytes()));
  }

  /**
   * The cursor of a query; empty where the text is null or blank.
   *
   * @throws org.mizani.fault.ApiFault.ApiException 400 {@code cursor is not valid} unless this
   *     service wrote the text for this list
   */
  public Optional<Cursor> decode(String list, String text) {
    return decode(list, "cursor", text);
  }

  /**
   * The cursor of a query's parameter, likewise.
   *
   * @param parameter its name, which the refusal has
   */
  public Optional<Cursor> decode(String list, String parameter, String text) {
    if (Fields.isBlank(text)) {
      return Optional.empty();
    }
    try {
      return Optional.of(Cursor.ofBytes(encryption.decrypt(list, bytes(text))));
    } catch (IllegalArgumentException | UndecryptableException e) {
      throw ApiFault.invalid(parameter, "is not valid").asException();
    }
  }

  private static String text(byte[] encrypted) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(encrypted);
  }

  private static byte[] bytes(String text) {
    if (text.length() > MAX_LENGTH) {
      throw new IllegalArgumentException("longer than any cursor");
    }
    byte[] encrypted = Base64.getUrlDecoder().decode(text.getBytes(StandardCharsets.UTF_8));
    if (!text(encrypted).equals(text)) {
      throw new IllegalArgumentException("not as it was written"); // padding, bits left over
    }
    return encrypted;
  }
}
