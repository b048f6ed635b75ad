/** Operators' summary: what waits, what is paused, and what the books carry. */
package org.mizani.operator.summary;
