package org.mizani.launch.sandbox;

import java.util.Map;

/** Settings of the embedded server that differ from its defaults. */
final class ServerConfiguration {

  static final Map<String, String> SETTINGS =
      Map.ofEntries(
          // The library turns the first two off; money must survive a loss of power.
          Map.entry("fsync", "on"),
          Map.entry("synchronous_commit", "on"),
          Map.entry("full_page_writes", "on"),
          // This machine only, and with a password: a socket file would lie in /tmp.
          Map.entry("listen_addresses", "localhost"),
          Map.entry("unix_socket_directories", ""),
          // The service's pool of 16, the migrations, tools beside it; the library asks for 300.
          Map.entry("max_connections", "60"),
          Map.entry("shared_buffers", "128MB"),
          // There is never a replica, so the log is kept minimal.
          Map.entry("wal_level", "minimal"),
          Map.entry("max_wal_senders", "0"),
          // One file for each day of the week, overwritten a week later. Statements and the values
          // in the details of errors are personal data; the service logs failures itself.
          Map.entry("logging_collector", "on"),
          Map.entry("log_filename", "postgres-%a.log"),
          Map.entry("log_rotation_age", "1d"),
          Map.entry("log_rotation_size", "0"),
          Map.entry("log_truncate_on_rotation", "on"),
          Map.entry("log_checkpoints", "off"),
          Map.entry("log_min_messages", "log"),
          Map.entry("log_min_error_statement", "panic"),
          Map.entry("log_error_verbosity", "terse"));

  private ServerConfiguration() {}
}
