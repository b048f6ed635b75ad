/** When to try again: pure schedules without clocks or threads. */
package org.mizani.retry;
