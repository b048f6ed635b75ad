import { randomUUID } from 'node:crypto';
import type { components, operations } from './generated/schema.js';
import { Transport, type Options } from './transport.js';

export type Schemas = components['schemas'];
type Query<Operation extends keyof operations> = NonNullable<operations[Operation]['parameters']['query']>;
type Filter<Operation extends keyof operations> = Omit<Query<Operation>, 'cursor'>;

/** How a payment is created. */
export interface Creation {
  /**
   * One for each payment, kept with its request by you, so that the payment can be repeated after a
   * crash too. Without it each call takes a random one, which protects its own repeats only.
   */
  readonly idempotencyKey?: string;
}

interface Page<T> {
  readonly items: readonly T[];
  readonly nextCursor?: string;
}

/**
 * The partners' interface, a method for each operation of its OpenAPI document, by its name there.
 * One client serves all of a program. What fails throws a `PaymentsError`. Amounts are decimal strings.
 */
export class PaymentsClient {
  readonly #transport: Transport;

  constructor(options: Options) {
    this.#transport = new Transport(options);
  }

  // Balances, rates, banks
  getBalance(currency: string, purpose?: 'payout' | 'collection'): Promise<Schemas['Balance']>;
  getBalance(currency?: undefined, purpose?: 'payout' | 'collection'): Promise<Schemas['Balances']>;
  getBalance(currency?: string, purpose?: string): Promise<Schemas['Balance'] | Schemas['Balances']> {
    return this.#get('/business/balance', { currency, purpose });
  }
  getRate(from: string, to: string, amount?: string): Promise<Schemas['RateAnswer']> {
    return this.#get('/business/rate', { from, to, amount });
  }
  createQuote(quote: Schemas['QuoteRequest'], creation?: Creation): Promise<Schemas['QuoteAnswer']> {
    return this.#create('/business/quotes', quote, creation);
  }
  listBanks(countryCode: 'KE' | 'ZA'): Promise<Schemas['Banks']> {
    return this.#get('/business/banks', { countryCode });
  }
  getOwnLimits(): Promise<Schemas['Limits']> {
    return this.#get('/business/limits');
  }
  getOwnStatement(query: Omit<Query<'getOwnStatement'>, 'format'>): Promise<Schemas['OwnStatement']> {
    return this.#get('/business/statement', { ...query, format: 'json' });
  }
  /** The keys that statements are signed with. */
  getPublishedKeys(): Promise<Schemas['PublishedKeys']> {
    return this.#get('/.well-known/jwks.json');
  }
  /** The statement as the file whose signature proves it. */
  getOwnStatementFile(query: Omit<Query<'getOwnStatement'>, 'format'>): Promise<string> {
    const call = { kind: 'read', method: 'GET', path: '/business/statement' } as const;
    return this.#transport.text({ ...call, query: { ...query, format: 'csv' } });
  }

  // Before paying
  verifyTransfer(holder: Schemas['TransferVerificationRequest']): Promise<Schemas['TransferVerification']> {
    return this.#ask('/business/verify-transfer', holder);
  }
  verifyPayment(holder: Schemas['PaymentVerificationRequest']): Promise<Schemas['PaymentVerification']> {
    return this.#ask('/business/verify-payment', holder);
  }
  decodeQr(code: Schemas['QrRequest']): Promise<Schemas['QrAnswer']> {
    return this.#ask('/business/decode-qr', code);
  }

  // Payouts
  createTransfer(payout: Schemas['TransferRequest'], creation?: Creation): Promise<Schemas['PayoutAnswer']> {
    return this.#create('/business/payout/transfer', payout, creation);
  }
  createPayment(payout: Schemas['PaymentRequest'], creation?: Creation): Promise<Schemas['PayoutAnswer']> {
    return this.#create('/business/payout/payment', payout, creation);
  }
  createBankPayout(payout: Schemas['BankPayoutRequest'], creation?: Creation): Promise<Schemas['PayoutAnswer']> {
    return this.#create('/business/payout/bank', payout, creation);
  }
  createBulk(bulk: Schemas['BulkRequest'], creation?: Creation): Promise<Schemas['Bulk']> {
    return this.#create('/business/payouts/bulk', bulk, creation);
  }
  getBulk(bulkId: string, query?: Query<'getBulk'>): Promise<Schemas['BulkProgress']> {
    return this.#get(`/business/payouts/bulk/${part(bulkId)}`, query);
  }
  listScheduledBulks(): Promise<Schemas['ScheduledBulks']> {
    return this.#get('/business/payouts/bulk');
  }
  cancelBulk(bulkId: string): Promise<Schemas['Bulk']> {
    return this.#delete(`/business/payouts/bulk/${part(bulkId)}`);
  }
  getTransaction(businessReference: string): Promise<Schemas['Transaction']> {
    return this.#get(`/business/transactions/${part(businessReference)}`);
  }
  getPayoutDetails(serviceReference: string): Promise<Schemas['PayoutDetails']> {
    return this.#get(`/business/payouts/${part(serviceReference)}`);
  }
  listTransactions(filter: Filter<'listTransactions'>): AsyncGenerator<Schemas['Transaction']> {
    return this.#items('/business/transactions', filter);
  }

  // Collections
  createCollection(collection: Schemas['CollectionRequest'], creation?: Creation): Promise<Schemas['Collection']> {
    return this.#create('/business/collections', collection, creation);
  }
  getCollection(collectionId: string): Promise<Schemas['Collection']> {
    return this.#get(`/business/collections/${part(collectionId)}`);
  }
  getCollectionDetails(collectionId: string): Promise<Schemas['CollectionDetails']> {
    return this.#get(`/business/collections/${part(collectionId)}/details`);
  }
  listCollections(query?: Query<'listCollections'>): Promise<Schemas['CollectionList']> {
    return this.#get('/business/collections', query);
  }
  createRefund(collectionId: string, refund: Schemas['RefundRequest'], creation?: Creation): Promise<Schemas['Refund']> {
    return this.#create(`/business/collections/${part(collectionId)}/refunds`, refund, creation);
  }
  listRefunds(collectionId: string, filter?: Filter<'listRefunds'>): AsyncGenerator<Schemas['Refund']> {
    return this.#items(`/business/collections/${part(collectionId)}/refunds`, filter);
  }

  // Events: pages, because `after` of a page is where to read on, now or later.
  async *listEvents(query: Query<'listEvents'> = {}): AsyncGenerator<Schemas['Events']> {
    let page: Schemas['Events'] | undefined;
    do {
      page = await this.#get<Schemas['Events']>('/business/events', page ? { ...query, after: page.after } : query);
      yield page;
    } while (page.more);
  }

  // Keys
  createOwnApiKey(key: Schemas['OwnApiKeyRequest']): Promise<Schemas['OwnApiKey']> {
    return this.#once('/business/api-keys', key);
  }
  listOwnApiKeys(filter?: Filter<'listOwnApiKeys'>): AsyncGenerator<Schemas['OwnApiKey']> {
    return this.#items('/business/api-keys', filter);
  }
  revokeOwnApiKey(apiKey: string): Promise<Schemas['OwnApiKey']> {
    return this.#delete(`/business/api-keys/${part(apiKey)}`);
  }

  // Webhooks
  listOwnDeliveries(filter?: Filter<'listOwnDeliveries'>): AsyncGenerator<Schemas['OwnDelivery']> {
    return this.#items('/business/webhook-deliveries', filter);
  }
  getOwnDelivery(id: string): Promise<Schemas['OwnDeliveryHistory']> {
    return this.#get(`/business/webhook-deliveries/${part(id)}`);
  }
  replayOwnDelivery(id: string): Promise<Schemas['OwnDelivery']> {
    return this.#once(`/business/webhook-deliveries/${part(id)}/replay`);
  }
  replayDeadDeliveries(since: string): Promise<Schemas['ReplayedDeliveries']> {
    return this.#once('/business/webhook-deliveries/replay', undefined, { since });
  }
  createOwnEndpoint(endpoint: Schemas['OwnEndpointRequest']): Promise<Schemas['OwnEndpoint']> {
    return this.#once('/business/webhook-endpoints', endpoint);
  }
  listOwnEndpoints(): Promise<Schemas['OwnEndpoints']> {
    return this.#get('/business/webhook-endpoints');
  }
  getOwnEndpoint(id: string): Promise<Schemas['OwnEndpoint']> {
    return this.#get(`/business/webhook-endpoints/${part(id)}`);
  }
  testOwnEndpoint(id: string): Promise<Schemas['OwnDelivery']> {
    return this.#once(`/business/webhook-endpoints/${part(id)}/test`);
  }
  disableOwnEndpoint(id: string): Promise<Schemas['OwnEndpoint']> {
    return this.#once(`/business/webhook-endpoints/${part(id)}/disable`);
  }
  enableOwnEndpoint(id: string): Promise<Schemas['OwnEndpoint']> {
    return this.#once(`/business/webhook-endpoints/${part(id)}/enable`);
  }
  rotateEndpointSecret(id: string): Promise<Schemas['OwnEndpoint']> {
    return this.#once(`/business/webhook-endpoints/${part(id)}/rotate-secret`);
  }
  deleteOwnEndpoint(id: string): Promise<Schemas['OwnEndpoint']> {
    return this.#delete(`/business/webhook-endpoints/${part(id)}`);
  }

  #get<T>(path: string, query?: object): Promise<T> {
    return this.#transport.json({ kind: 'read', method: 'GET', path, query: query as Record<string, string> });
  }
  #ask<T>(path: string, body: object): Promise<T> {
    return this.#transport.json({ kind: 'read', method: 'POST', path, body });
  }
  #create<T>(path: string, body: object, { idempotencyKey = randomUUID() }: Creation = {}): Promise<T> {
    return this.#transport.json({ kind: 'keyed', method: 'POST', path, body, idempotencyKey });
  }
  #once<T>(path: string, body?: object, query?: Record<string, string>): Promise<T> {
    return this.#transport.json({ kind: 'once', method: 'POST', path, body, query });
  }
  #delete<T>(path: string): Promise<T> {
    return this.#transport.json({ kind: 'once', method: 'DELETE', path });
  }
  async *#items<T>(path: string, filter?: object): AsyncGenerator<T> {
    let cursor: string | undefined;
    do {
      const page: Page<T> = await this.#get(path, { ...filter, cursor });
      yield* page.items;
      cursor = page.nextCursor;
    } while (cursor !== undefined);
  }
}

function part(text: string): string {
  if (text === '' || text === '.' || text === '..') {
    throw new TypeError('a reference or id is needed');
  }
  return encodeURIComponent(text);
}
