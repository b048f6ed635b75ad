/** Amounts of money: whole minor units and a currency, exact arithmetic, named rounding. */
package org.mizani.money;
