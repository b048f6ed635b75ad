/** All tests, in one process and before one sandbox, whose start takes longer than they do. */
import { after } from 'node:test';
import './webhooks.test.js';
import './bruno.test.js';
import './client.test.js';
import './repeats.test.js';
import { Sandbox } from './sandbox.js';

after(async () => (await Sandbox.shared()).stop());
