/** Months of the partitioned tables: made ahead, and erased when their time is over. */
package org.mizani.retention;
