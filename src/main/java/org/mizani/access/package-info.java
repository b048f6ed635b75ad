/** Access of partners: authentication, tokens, callers, rate limits, failed authentications. */
package org.mizani.access;
