import { createServer, request, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * What happens to a request: `lost` and `silent` ones reach the service, and their answer is not
 * sent; `reset`, `busy` and `stale` ones do not reach it.
 */
export type Fault = 'lost' | 'silent' | 'reset' | 'busy' | 'stale' | 'pass';

export interface Seen {
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

/** A server on the way to the service that spoils requests, one after the other. */
export class Faulty {
  readonly seen: Seen[] = [];
  /** For the next requests, one each; afterwards all pass. */
  faults: Fault[] = [];
  private readonly server: Server;

  private constructor(private readonly target: string) {
    this.server = createServer((incoming, answer) => void this.take(incoming, answer));
  }

  static async before(target: string): Promise<Faulty> {
    const faulty = new Faulty(target);
    await new Promise<void>((listening) => faulty.server.listen(0, '127.0.0.1', listening));
    return faulty;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  paths(): string[] {
    return this.seen.map((each) => each.path);
  }

  stop(): void {
    this.server.closeAllConnections();
    this.server.close();
  }

  private async take(incoming: IncomingMessage, answer: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    const path = incoming.url ?? '';
    this.seen.push({ path, headers: incoming.headers, body: body.toString() });
    const fault = path === '/business/auth' ? 'pass' : this.faults.shift() ?? 'pass';
    if (fault === 'reset') {
      incoming.socket.destroy();
    } else if (fault === 'busy') {
      const headers = { 'Retry-After': '7', 'X-Error-Code': 'unavailable', 'X-Request-Id': 'busy-1' };
      answer.writeHead(503, headers).end('{"code":0,"error":"service unavailable"}');
    } else if (fault === 'stale') {
      answer.writeHead(401, { 'X-Error-Code': 'token_expired' }).end('{"message":"token is malformed"}');
    } else {
      const onward = request(this.target + path, { method: incoming.method, headers: incoming.headers }, (reply) => {
        if (fault === 'lost') {
          reply.resume().on('end', () => incoming.socket.destroy());
        } else if (fault === 'silent') {
          reply.resume();
        } else {
          answer.writeHead(reply.statusCode ?? 500, reply.headers);
          reply.pipe(answer);
        }
      });
      onward.on('error', () => incoming.socket.destroy());
      onward.end(body);
    }
  }
}
