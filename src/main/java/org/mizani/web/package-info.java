/** What every endpoint shares on its way in and out, and the service's clock. */
package org.mizani.web;
