package org.mizani.work;

import io.quarkus.runtime.configuration.ConfigurationException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Function;
import java.util.function.Supplier;
import org.mizani.log.JobHealth;

/**
 * Value of settings that name files, made again when their contents change. At the start one
 * reading counts. A later change counts once two readings in a row have found it, so that as a rule
 * neither a file that is being written nor a part of files that belong together is taken. Contents
 * that are refused leave the value as it was.
 *
 * @param <C> contents of the files, compared by {@code equals}
 * @param <V> the value that is made of them
 */
public final class ReloadedSetting<C, V> {

  private final Supplier<C> reader;
  private final Function<C, V> maker;
  private final JobHealth health;
  private volatile V value;
  private C taken;
  private C seen;

  /**
   * Reads the files, and makes the first value.
   *
   * @throws ConfigurationException from the reader or the maker, which refuse contents with it
   */
  public ReloadedSetting(Supplier<C> reader, Function<C, V> maker, JobHealth health) {
    this.reader = reader;
    this.maker = maker;
    this.health = health;
    this.taken = reader.get();
    this.seen = taken;
    this.value = maker.apply(taken);
  }

  /**
   * The text of a file that a setting names.
   *
   * @param setting the setting's environment variable
   * @throws ConfigurationException if the file cannot be read
   */
  public static String read(String setting, Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new ConfigurationException(
          setting + " names a file that cannot be read: " + file + ".");
    }
  }

  /** The value in force. */
  public V value() {
    return value;
  }

  /**
   * Reads the files again. It never fails: the job's health tells a refusal.
   *
   * @return whether the value is another one now
   */
  public synchronized boolean refresh() {
    C before = seen;
    // A reading that fails is one in between.
    seen = null;
    try {
      C read = reader.get();
      seen = read;
      if (!read.equals(before)) {
        return false;
      }
      boolean changed = !read.equals(taken);
      if (changed) {
        value = maker.apply(read);
        taken = read;
      }
      health.succeeded();
      return changed;
    } catch (RuntimeException e) {
      health.failed(e);
      return false;
    }
  }
}
