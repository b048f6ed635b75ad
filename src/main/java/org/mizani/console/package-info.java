/** Frame of the operators' console: its layout, forms, errors and words (ADR 42). */
package org.mizani.console;
