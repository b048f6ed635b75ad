/** Lists a page at a time: cursors, pages and filters. */
package org.mizani.paging;
