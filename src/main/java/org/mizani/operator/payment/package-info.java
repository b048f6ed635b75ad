/** Operators' lists, timelines and manual settlement of payouts and collections. */
package org.mizani.operator.payment;
