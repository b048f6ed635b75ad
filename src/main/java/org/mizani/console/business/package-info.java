/** Screens of businesses. */
package org.mizani.console.business;
