/** First screen of the console: what waits, and the state of rails and books. */
package org.mizani.console.today;
