/** Collections: from the prompt on a customer's phone to the credited wallet and its webhook. */
package org.mizani.collection;
