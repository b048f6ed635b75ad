/** Requests of partners about collections: the interface, and the reading of its fields. */
package org.mizani.collection.request;
