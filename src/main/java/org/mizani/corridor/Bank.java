package org.mizani.corridor;

import org.eclipse.microprofile.openapi.annotations.media.Schema;

/**
 * A bank that payouts reach (specification, section 2.7).
 *
 * @param code as {@code receiverBankCode} takes it: digits, leading zeros count
 * @param name what the bank is called
 * @param swiftCode its BIC, {@code ""} where none is known
 */
@Schema(requiredProperties = {"code", "name", "swiftCode"})
public record Bank(
    @Schema(description = "What `receiverBankCode` takes; leading zeros count", examples = "01")
        String code,
    @Schema(description = "What the bank is called", examples = "KCB Bank Kenya") String name,
    @Schema(description = "Its BIC; empty where none is known", examples = "KCBLKENX")
        String swiftCode) {}
