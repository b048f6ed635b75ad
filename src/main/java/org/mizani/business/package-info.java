/** Businesses, their API keys and the environment of the service. */
package org.mizani.business;
