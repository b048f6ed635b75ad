/** The simulated rail of the test environment, with its designated recipients. */
package org.mizani.rail.simulator;
