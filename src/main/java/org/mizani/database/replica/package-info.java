/** Reads from a replica: which may go there, whether it can be used, and how far it lags. */
package org.mizani.database.replica;
