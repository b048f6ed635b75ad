import { afterEach, before, beforeEach } from 'node:test';
import { PaymentsClient, type Clock, type Options, type Schemas } from '../src/index.js';
import { Faulty } from './faulty.js';
import { Sandbox } from './sandbox.js';

export const TRANSFER = '/business/payout/transfer';
export const AUTH = '/business/auth';
export const FAR = { from: '2020-01-01T00:00:00Z', to: '2100-01-01T00:00:00Z' };

/** A clock on which waits pass at once. */
class TestClock implements Clock {
  time = 0;
  readonly slept: number[] = [];
  now(): number {
    return this.time;
  }
  async sleep(milliseconds: number): Promise<void> {
    this.slept.push(milliseconds);
    this.time += milliseconds;
  }
}

export let sandbox: Sandbox;
export let faulty: Faulty;
export let clock: TestClock;

before(async () => {
  sandbox = await Sandbox.shared();
});
beforeEach(async () => {
  clock = new TestClock();
  faulty = await Faulty.before(sandbox.url);
});
afterEach(() => faulty.stop());

export function client(options: Partial<Options> = {}): PaymentsClient {
  return new PaymentsClient({ baseUrl: faulty.url, apiKey: 'pk_test_demo', apiSecret: 'sk_test_demo', clock, ...options });
}

export function transfer(businessReference: string, amount = '1000'): Schemas['TransferRequest'] {
  return {
    senderCurrency: 'USD', receiverCurrency: 'KES', amount,
    senderFirstName: 'Amina', senderLastName: 'Otieno', senderDob: '1990-04-12',
    senderIdType: 'passport', senderIdNumber: 'A1234567', senderNationality: 'KE',
    senderTelephoneNo: '+254700000001',
    receiverFirstName: 'Juma', receiverLastName: 'Mwangi', receiverPhone: '+254712345678',
    relationship: 'supplier', payoutCountry: 'KE',
    purposeOfTransfer: 'business_payment', sourceOfFunds: 'business_income', businessReference,
  };
}

export async function payoutsOf(reference: string): Promise<number> {
  let found = 0;
  for await (const each of client().listTransactions(FAR)) {
    if (each.businessReference.startsWith(reference)) found++;
  }
  return found;
}

/** The requests to this path, those that a fault has spoiled too. */
export const sent = (path: string) => faulty.seen.filter((each) => each.path === path);
