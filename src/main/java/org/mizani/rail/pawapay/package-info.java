/**
 * Messages of pawaPay (version 2), an aggregator of mobile money networks, and their meaning as
 * outcomes of a rail.
 */
package org.mizani.rail.pawapay;
