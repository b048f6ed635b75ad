/** The one way to the database: bounded in time, its outages told from mistakes. */
package org.mizani.database;
