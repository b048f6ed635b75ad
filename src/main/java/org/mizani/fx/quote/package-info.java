/** Quotes that businesses lock: a payout that names one is debited at its rate and fee. */
package org.mizani.fx.quote;
