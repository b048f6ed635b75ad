/**
 * Operators' interface to rails: which there are, why payouts of one wait, and the switch of all
 * submissions.
 */
package org.mizani.operator.rail;
