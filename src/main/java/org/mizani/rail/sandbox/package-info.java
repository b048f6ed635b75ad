/** The test environment's rail: a rail like any other, with designated recipients. */
package org.mizani.rail.sandbox;
