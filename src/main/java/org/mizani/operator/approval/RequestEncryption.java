package org.mizani.operator.approval;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import jakarta.inject.Singleton;
import java.util.UUID;
import org.mizani.encryption.EncryptedJson;
import org.mizani.encryption.FieldEncryption;
import org.mizani.encryption.UndecryptableException;
import org.mizani.fault.OperatorFault;

/** Encryption of the operations that requests hold, each bound to its request. */
@Singleton
final class RequestEncryption {

  // JSON as a text: equal operations are equal texts.
  private final EncryptedJson<String> encryption;
  private final ObjectMapper mapper;

  RequestEncryption(FieldEncryption encryption, ObjectMapper mapper) {
    this.encryption = new EncryptedJson<>(encryption, mapper, "approval", String.class);
    this.mapper = mapper;
  }

  byte[] encrypt(UUID id, Object request) {
    return encryption.encrypt(id, json(request));
  }

  /** Whether a request that waits holds this operation. */
  boolean holds(Approval waiting, Object request) {
    try {
      return text(waiting).equals(json(request));
    } catch (UndecryptableException e) {
      return false;
    }
  }

  /**
   * Decrypts the operation of a request that waits.
   *
   * @throws org.mizani.fault.ApiFault.ApiException 409 if its encryption key is gone
   */
  <R> R decrypt(Approval waiting, Class<R> type) {
    try {
      return mapper.readValue(text(waiting), type);
    } catch (JsonProcessingException | UndecryptableException e) {
      throw OperatorFault.REQUEST_UNREADABLE.asException();
    }
  }

  private String text(Approval waiting) {
    return encryption.decrypt(waiting.id(), waiting.requestEncrypted().orElseThrow());
  }

  private String json(Object request) {
    try {
      return mapper.writeValueAsString(request);
    } catch (JsonProcessingException e) {
      // Not as the cause: its message may quote the request.
      throw new IllegalStateException("cannot write a request");
    }
  }
}
