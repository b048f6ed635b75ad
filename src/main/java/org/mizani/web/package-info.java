/**
 * What every HTTP exchange has in common: errors, JSON, request ids, limits of size, and what the
 * OpenAPI document says of the interface as a whole.
 */
@OpenAPIDefinition(
    info =
        @Info(
            title = "Business Payments",
            version = "1",
            description =
                "Pay out to phones in Kenya, Tanzania and South Africa, and read balances, rates"
                    + " and what became of payouts. Exchange your API key and secret for a token at"
                    + " `/business/auth`, then authorise with it. In the sandbox the key is"
                    + " `pk_test_demo` and the secret `sk_test_demo`.",
            license =
                @License(
                    name = "Apache-2.0",
                    url = "https://www.apache.org/licenses/LICENSE-2.0.html")),
    security = @SecurityRequirement(name = "token"),
    tags = {
      @Tag(name = "Access", description = "Tokens"),
      @Tag(name = "Balances", description = "What wallets hold"),
      @Tag(name = "Rates", description = "FX rates in force"),
      @Tag(name = "Verification", description = "Whose account it is, before paying to it"),
      @Tag(name = "Banks", description = "Banks that payouts reach"),
      @Tag(name = "Payouts", description = "Sending money"),
      @Tag(name = "Transactions", description = "What became of payouts")
    },
    components =
        @Components(
            securitySchemes =
                @SecurityScheme(
                    securitySchemeName = "token",
                    type = SecuritySchemeType.HTTP,
                    scheme = "bearer",
                    bearerFormat = "JWT",
                    description = "The accessToken of /business/auth, valid for 3600 seconds"),
            responses = {
              @APIResponse(
                  name = "Invalid",
                  description = "A field, or the body, breaks its rule; the error says which",
                  content =
                      @Content(
                          mediaType = "application/json",
                          schema = @Schema(implementation = FaultBody.Usual.class))),
              @APIResponse(
                  name = "Unauthorized",
                  description = "No token, or one that is not valid any more",
                  content =
                      @Content(
                          mediaType = "application/json",
                          schema = @Schema(implementation = FaultBody.Authorization.class))),
              @APIResponse(
                  name = "Limited",
                  description = "The key's requests of this minute are used up; see Retry-After",
                  content =
                      @Content(
                          mediaType = "application/json",
                          schema = @Schema(implementation = FaultBody.Usual.class))),
              @APIResponse(
                  name = "Unavailable",
                  description = "The service cannot answer now; see Retry-After",
                  content =
                      @Content(
                          mediaType = "application/json",
                          schema = @Schema(implementation = FaultBody.Usual.class)))
            }))
package org.mizani.web;

import org.eclipse.microprofile.openapi.annotations.Components;
import org.eclipse.microprofile.openapi.annotations.OpenAPIDefinition;
import org.eclipse.microprofile.openapi.annotations.enums.SecuritySchemeType;
import org.eclipse.microprofile.openapi.annotations.info.Info;
import org.eclipse.microprofile.openapi.annotations.info.License;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.security.SecurityRequirement;
import org.eclipse.microprofile.openapi.annotations.security.SecurityScheme;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;
import org.mizani.fault.FaultBody;
