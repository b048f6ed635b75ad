/** Access tokens of networks, each shared by all pods. */
package org.mizani.rail.token;
