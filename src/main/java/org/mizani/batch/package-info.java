/** Gathers single pieces of work, while the database is busy, into one statement for many. */
package org.mizani.batch;
