/** IP networks. */
package org.mizani.address;
