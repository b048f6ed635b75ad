import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const JAR = resolve('../../target/quarkus-app/quarkus-run.jar');
const LISTENING = /Listening on: (http:\/\/127\.0\.0\.1:\d+)/;
const SETTING = /^(DB|JWT|PAYMENTS|QUARKUS)_|^_?(JAVA|JDK_JAVA|JAVA_TOOL)_OPTIONS$/;

/** The packaged service as a sandbox on a free port, whose network answers at once. */
export class Sandbox {
  private constructor(
    private readonly service: ChildProcess,
    private readonly directory: string,
    readonly url: string,
  ) {}

  static async start(): Promise<Sandbox> {
    const directory = await mkdtemp(join(tmpdir(), 'payments-'));
    const java = process.env['JAVA_HOME'] ? join(process.env['JAVA_HOME'], 'bin', 'java') : 'java';
    const own = Object.entries(process.env).filter(([name]) => !SETTING.test(name));
    const settings = [
      'quarkus.http.port=0',
      'quarkus.http.host=127.0.0.1',
      'payments.rail.simulator.answers-after=100ms',
      'payments.rate-limit-per-minute=100000',
    ].map((setting) => `-D${setting}`);
    const options = ['-Xmx512m', '-XX:+UseSerialGC', '-XX:TieredStopAtLevel=1', ...settings];
    const service = spawn(java, [...options, '-jar', JAR], { cwd: directory, env: Object.fromEntries(own) });
    let log = '';
    const url = await new Promise<string>((listening, fail) => {
      const read = (bytes: Buffer) => {
        log += bytes.toString();
        const found = LISTENING.exec(log);
        if (found?.[1]) listening(found[1]);
      };
      service.stdout.on('data', read);
      service.stderr.on('data', read);
      service.on('error', fail);
      service.on('close', () => fail(new Error(`the service has ended:\n${log}`)));
    });
    return new Sandbox(service, directory, url);
  }

  async stop(): Promise<void> {
    const ended = once(this.service, 'exit');
    this.service.kill();
    await ended;
    await rm(this.directory, { recursive: true, force: true });
  }
}
