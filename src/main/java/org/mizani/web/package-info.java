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
                "Pay out to phones in Kenya, Tanzania and South Africa, verify recipients, decode"
                    + " merchants' QR codes, and read balances, rates and what became of payouts."
                    + " Exchange your API key and secret for a token at"
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
      @Tag(name = "QR", description = "What merchants' codes say"),
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
                          schema = @Schema(implementation = FaultBody.Usual.class),
                          examples =
                              @ExampleObject(
                                  name = "error",
                                  value = "{\"code\":0,\"error\":\"invalid payload\"}"))),
              @APIResponse(
                  name = "Unauthorized",
                  description = "No token, or one that is not valid any more",
                  content =
                      @Content(
                          mediaType = "application/json",
                          schema = @Schema(implementation = FaultBody.Authorization.class),
                          examples =
                              @ExampleObject(
                                  name = "error",
                                  value = "{\"message\":\"missing value in request header\"}"))),
              @APIResponse(
                  name = "RateNotConfigured",
                  description = "No rate is configured for the currencies",
                  content =
                      @Content(
                          mediaType = "application/json",
                          schema = @Schema(implementation = FaultBody.Usual.class),
                          examples =
                              @ExampleObject(
                                  name = "error",
                                  value =
                                      "{\"code\":0,\"error\":\"rate USD_TZS not configured\"}"))),
              @APIResponse(
                  name = "TransactionNotFound",
                  description = "No payout has this reference",
                  content =
                      @Content(
                          mediaType = "application/json",
                          schema = @Schema(implementation = FaultBody.Usual.class),
                          examples =
                              @ExampleObject(
                                  name = "error",
                                  value = "{\"code\":0,\"error\":\"transaction not found\"}"))),
              @APIResponse(
                  name = "CollectionNotFound",
                  description = "No collection has this id",
                  content =
                      @Content(
                          mediaType = "application/json",
                          schema = @Schema(implementation = FaultBody.Usual.class),
                          examples =
                              @ExampleObject(
                                  name = "error",
                                  value = "{\"code\":0,\"error\":\"collection not found\"}"))),
              @APIResponse(
                  name = "CollectionsNotEnabled",
                  description = "An administrator has to enable collections for the business",
                  content =
                      @Content(
                          mediaType = "application/json",
                          schema = @Schema(implementation = FaultBody.Usual.class),
                          examples =
                              @ExampleObject(
                                  name = "error",
                                  value =
                                      "{\"code\":0,\"error\":\"collections not enabled for this business\"}"))),
              @APIResponse(
                  name = "Duplicate",
                  description = "The reference is used already",
                  content =
                      @Content(
                          mediaType = "application/json",
                          schema = @Schema(implementation = FaultBody.Usual.class),
                          examples =
                              @ExampleObject(
                                  name = "error",
                                  value = "{\"code\":0,\"error\":\"duplicate reference\"}"))),
              @APIResponse(
                  name = "InsufficientBalance",
                  description = "The wallet does not cover the payout and its fee",
                  content =
                      @Content(
                          mediaType = "application/json",
                          schema = @Schema(implementation = FaultBody.Usual.class),
                          examples =
                              @ExampleObject(
                                  name = "error",
                                  value =
                                      "{\"code\":0,\"error\":\"insufficient available balance\"}"))),
              @APIResponse(
                  name = "NotPayable",
                  description =
                      "The recipient is not active, or no network is connected that reaches it",
                  content =
                      @Content(
                          mediaType = "application/json",
                          schema = @Schema(implementation = FaultBody.Usual.class),
                          examples =
                              @ExampleObject(
                                  name = "error",
                                  value = "{\"code\":0,\"error\":\"account not active\"}"))),
              @APIResponse(
                  name = "CorridorNotAvailable",
                  description = "No network is connected that could tell or carry it",
                  content =
                      @Content(
                          mediaType = "application/json",
                          schema = @Schema(implementation = FaultBody.Usual.class),
                          examples =
                              @ExampleObject(
                                  name = "error",
                                  value = "{\"code\":0,\"error\":\"corridor not available\"}"))),
              @APIResponse(
                  name = "Limited",
                  description = "The key's requests of this minute are used up; see Retry-After",
                  content =
                      @Content(
                          mediaType = "application/json",
                          schema = @Schema(implementation = FaultBody.Usual.class),
                          examples =
                              @ExampleObject(
                                  name = "error",
                                  value = "{\"code\":0,\"error\":\"rate limit exceeded\"}"))),
              @APIResponse(
                  name = "Unavailable",
                  description = "The service cannot answer now; see Retry-After",
                  content =
                      @Content(
                          mediaType = "application/json",
                          schema = @Schema(implementation = FaultBody.Usual.class),
                          examples =
                              @ExampleObject(
                                  name = "error",
                                  value = "{\"code\":0,\"error\":\"service unavailable\"}")))
            }))
package org.mizani.web;

import org.eclipse.microprofile.openapi.annotations.Components;
import org.eclipse.microprofile.openapi.annotations.OpenAPIDefinition;
import org.eclipse.microprofile.openapi.annotations.enums.SecuritySchemeType;
import org.eclipse.microprofile.openapi.annotations.info.Info;
import org.eclipse.microprofile.openapi.annotations.info.License;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.ExampleObject;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.security.SecurityRequirement;
import org.eclipse.microprofile.openapi.annotations.security.SecurityScheme;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;
import org.mizani.fault.FaultBody;
