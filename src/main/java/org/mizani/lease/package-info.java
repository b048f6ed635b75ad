/** Work that any pod may take over from a dead one: leases on rows, by the database's clock. */
package org.mizani.lease;
