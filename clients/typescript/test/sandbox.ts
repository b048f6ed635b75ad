import { spawn, type ChildProcess, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const JAR = resolve('../../target/quarkus-app/quarkus-run.jar');
const LISTENING = /Listening on: (http:\/\/127\.0\.0\.1:\d+)/;
const SETTING = /^(DB|JWT|PAYMENTS|QUARKUS)_|^_?(JAVA|JDK_JAVA|JAVA_TOOL)_OPTIONS$/;
const START_LIMIT = 120_000;
const END_LIMIT = 30_000;

/** The packaged service as a sandbox on a free port, whose network answers at once. */
export class Sandbox {
  static #shared: Promise<Sandbox> | undefined;

  private constructor(
    private readonly service: ChildProcess,
    private readonly directory: string,
    readonly url: string,
  ) {}

  /** The one of all tests in this process. */
  static shared(): Promise<Sandbox> {
    return (Sandbox.#shared ??= Sandbox.start());
  }

  private static async start(): Promise<Sandbox> {
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
    try {
      return new Sandbox(service, directory, await addressOf(service));
    } catch (failure) {
      await end(service, directory);
      throw failure;
    }
  }

  async stop(): Promise<void> {
    await end(this.service, this.directory);
  }
}

/** Where the service listens, as its log says. */
async function addressOf(service: ChildProcessWithoutNullStreams): Promise<string> {
  let log = '';
  let timer: NodeJS.Timeout | undefined;
  const address = new Promise<string>((listening, fail) => {
    const read = (bytes: Buffer) => {
      log += bytes.toString();
      const found = LISTENING.exec(log);
      if (found?.[1]) listening(found[1]);
    };
    const late = () => fail(new Error(`the service does not listen within two minutes:\n${log}`));
    timer = setTimeout(late, START_LIMIT);
    service.stdout.on('data', read);
    service.stderr.on('data', read);
    service.on('error', fail);
    service.on('close', () => fail(new Error(`the service has ended:\n${log}`)));
  });
  return address.finally(() => clearTimeout(timer));
}

async function end(service: ChildProcess, directory: string): Promise<void> {
  if (service.pid !== undefined && service.exitCode === null && service.signalCode === null) {
    const timer = setTimeout(() => service.kill('SIGKILL'), END_LIMIT);
    const ended = once(service, 'exit');
    service.kill();
    await ended;
    clearTimeout(timer);
  }
  await rm(directory, { recursive: true, force: true });
}
