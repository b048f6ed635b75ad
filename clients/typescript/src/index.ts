export * from './client.js';
export * from './errors.js';
export * from './webhooks.js';
export type { Clock, Options } from './transport.js';
export type { Decimal } from './generated/schema.js';
