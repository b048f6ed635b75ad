/** The service as a whole: its environment, and the settings that belong to no feature. */
package org.mizani.service;
