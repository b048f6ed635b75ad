package org.mizani.launch;

/** The service cannot start; the message is the one sentence that tells its operator why. */
final class LaunchException extends RuntimeException {

  LaunchException(String sentence) {
    super(sentence);
  }

  LaunchException(String sentence, Throwable cause) {
    super(sentence, cause);
  }
}
