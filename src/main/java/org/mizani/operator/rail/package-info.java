/** Operators' interface to rails: which there are, and why payouts of one wait. */
package org.mizani.operator.rail;
