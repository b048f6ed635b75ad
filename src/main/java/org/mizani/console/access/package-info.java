/** Log-in to the console, and log-out. */
package org.mizani.console.access;
