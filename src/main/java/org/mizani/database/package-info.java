/** Access to the database: pools, time-outs, outages, and the version of the schema. */
package org.mizani.database;
