/** Operators' lists of payments and settlement by hand. */
package org.mizani.operator.payment;
