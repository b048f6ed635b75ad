package org.mizani.support;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.condition.DisabledIfSystemProperty;

/** Marks a test of the embedded database, which only the JVM build has. */
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@DisabledIfSystemProperty(
    named = PackagedService.EXECUTABLE,
    matches = ".+",
    disabledReason = "a native executable has no embedded database")
public @interface NeedsEmbeddedDatabase {}
