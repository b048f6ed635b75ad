/** The networks that carry money: what our connectors to them can do, and which serves what. */
package org.mizani.rail;
