/** Businesses, their API keys and tokens: who is calling, and how often it may. */
package org.mizani.business;
