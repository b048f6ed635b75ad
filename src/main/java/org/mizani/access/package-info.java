/** Access of partners: authentication, tokens, callers, rate limits and failed authentications. */
package org.mizani.access;
