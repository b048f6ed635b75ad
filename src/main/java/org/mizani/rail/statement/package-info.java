/**
 * Comparison of a network's statement, a file in CSV, with the payments of the database (ADR 31).
 */
package org.mizani.rail.statement;
