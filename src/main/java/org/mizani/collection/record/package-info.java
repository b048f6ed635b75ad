/** Record of collections: what is stored of each, and how partners and operators read it. */
package org.mizani.collection.record;
