package org.mizani.operator.approval;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Test of each change of an operator's row after which it may not do what it could. */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@ParameterizedTest
@ValueSource(
    strings = {"disabled = true", "role = 'support'", "expires_at = now() - interval '1 second'"})
@interface LostAccess {}
