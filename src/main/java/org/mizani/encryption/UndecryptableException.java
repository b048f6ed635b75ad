package org.mizani.encryption;

/** Failure to decrypt a value: it was altered, belongs to another row, or its key is gone. */
public final class UndecryptableException extends IllegalStateException {

  UndecryptableException(String message) {
    super(message);
  }

  UndecryptableException(String message, Throwable cause) {
    super(message, cause);
  }
}
