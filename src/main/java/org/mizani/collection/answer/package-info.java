/** Answers about collections: what partners and operators read of them. */
package org.mizani.collection.answer;
