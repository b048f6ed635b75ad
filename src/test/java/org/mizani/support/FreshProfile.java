package org.mizani.support;

import io.quarkus.test.junit.QuarkusTestProfile;

/** The usual settings, with a database in which no other test has left anything unfinished. */
public final class FreshProfile implements QuarkusTestProfile {}
