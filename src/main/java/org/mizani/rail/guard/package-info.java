/** Guard of calls to networks: time-outs, circuit breakers, pace and pauses. */
package org.mizani.rail.guard;
