/** The nightly sweep of collection wallets into accounts of their businesses (ADR 9). */
package org.mizani.sweep;
