/** Work in the background: batches of statements, leases that another pod takes over, schedules. */
package org.mizani.work;
