/**
 * The outbox of webhooks: signed, sent at least once, retried by the schedule, and no receiver
 * delays another (decisions, "Webhooks"). Its part of the OpenAPI document are the webhooks.
 */
@OpenAPIDefinition(
    info = @Info(title = "Business Payments", version = "1"),
    webhooks = {
      @PathItem(
          name = "transactionUpdated",
          operations =
              @PathItemOperation(
                  method = "post",
                  operationId = "transactionUpdated",
                  summary = "A payout has reached its final status",
                  description =
                      "Posted to the payout's `callbackUrl`, else to the business's default URL,"
                          + " else nowhere: then read the transaction. At least once, so"
                          + " deduplicate on `serviceReference`; the status of a payout never"
                          + " changes once it is final.",
                  tags = @Tag(ref = "Payouts"),
                  requestBody =
                      @RequestBody(
                          description = "The payout's final status",
                          required = true,
                          content =
                              @Content(
                                  mediaType = "application/json",
                                  schema = @Schema(implementation = TransactionUpdated.class))),
                  responses = {
                    @APIResponse(
                        responseCode = "2XX",
                        description = "It has arrived, within 10 seconds"),
                    @APIResponse(
                        responseCode = "default",
                        description =
                            "Anything else, redirects and silence too: it is sent again after"
                                + " 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h and"
                                + " 24 h; a `Retry-After` of up to an hour is heeded")
                  })),
      @PathItem(
          name = "collectionUpdated",
          operations =
              @PathItemOperation(
                  method = "post",
                  operationId = "collectionUpdated",
                  summary = "A collection has reached its final status",
                  description =
                      "Posted to the collection's `callbackUrl`, else to the business's default"
                          + " URL, else nowhere: then read the collection. At least once, so"
                          + " deduplicate on `collectionId`.",
                  tags = @Tag(ref = "Collections"),
                  requestBody =
                      @RequestBody(
                          description = "The collection's final status",
                          required = true,
                          content =
                              @Content(
                                  mediaType = "application/json",
                                  schema = @Schema(implementation = CollectionUpdated.class))),
                  responses = {
                    @APIResponse(
                        responseCode = "2XX",
                        description = "It has arrived, within 10 seconds"),
                    @APIResponse(
                        responseCode = "default",
                        description = "Anything else: it is sent again, as a payout's webhook is")
                  }))
    },
    components =
        @Components(
            parameters = {
              @Parameter(
                  name = "webhook-id",
                  in = ParameterIn.HEADER,
                  required = true,
                  description = "The delivery, the same in every attempt",
                  example = "01a1f8c4-4540-7663-a459-63c3158fca86",
                  schema = @Schema(type = SchemaType.STRING, format = "uuid")),
              @Parameter(
                  name = "webhook-timestamp",
                  in = ParameterIn.HEADER,
                  required = true,
                  description = "Unix seconds of this attempt",
                  example = "1795262574",
                  schema = @Schema(type = SchemaType.STRING, pattern = "^[0-9]+$")),
              @Parameter(
                  name = "webhook-signature",
                  in = ParameterIn.HEADER,
                  description =
                      "`v1,` and the base64 HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>`"
                          + " with the key that follows `whsec_` in the business's secret, in"
                          + " base64; several with blanks between them while a secret is replaced."
                          + " Absent where the business has no secret",
                  example = "v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=",
                  schema = @Schema(type = SchemaType.STRING, pattern = "^v1,\\S+( v1,\\S+)*$")),
              @Parameter(
                  name = "X-Service-Signature",
                  in = ParameterIn.HEADER,
                  description =
                      "Only for businesses of the legacy scheme: the attempt's Unix seconds and the"
                          + " hexadecimal HMAC-SHA256 of `<t>.<body>` with the API secret",
                  example =
                      "t=1795262574,v1=5257a869e7ecebeda32affa62cdca3fa51cad7e77a0e56ff536d0ce8e108d8bd",
                  schema =
                      @Schema(type = SchemaType.STRING, pattern = "^t=[0-9]+,v1=[0-9a-f]{64}$"))
            }))
package org.mizani.webhook;

import org.eclipse.microprofile.openapi.annotations.Components;
import org.eclipse.microprofile.openapi.annotations.OpenAPIDefinition;
import org.eclipse.microprofile.openapi.annotations.PathItem;
import org.eclipse.microprofile.openapi.annotations.PathItemOperation;
import org.eclipse.microprofile.openapi.annotations.enums.ParameterIn;
import org.eclipse.microprofile.openapi.annotations.enums.SchemaType;
import org.eclipse.microprofile.openapi.annotations.info.Info;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.Parameter;
import org.eclipse.microprofile.openapi.annotations.parameters.RequestBody;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;
