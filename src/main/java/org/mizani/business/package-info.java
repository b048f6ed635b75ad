/** Businesses and their API keys. */
package org.mizani.business;
