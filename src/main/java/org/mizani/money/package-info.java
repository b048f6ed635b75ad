/** Money. */
package org.mizani.money;
