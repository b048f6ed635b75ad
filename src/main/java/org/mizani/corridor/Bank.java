package org.mizani.corridor;

/**
 * A bank that payouts reach (specification, section 2.7).
 *
 * @param code as {@code receiverBankCode} takes it: digits, leading zeros count
 * @param name what the bank is called
 * @param swiftCode its BIC, {@code ""} where none is known
 */
public record Bank(String code, String name, String swiftCode) {}
