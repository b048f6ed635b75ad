/** Exchange rates and what a payout costs its sender. */
package org.mizani.fx;
