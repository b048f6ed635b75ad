/** Operators' settings of sweeps. */
package org.mizani.operator.sweep;
