/** Record of collections: the stored form of each, and how partners and operators read it. */
package org.mizani.collection.record;
