import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { testDataKeys } from './data-keys.ts'
import { root } from './sources.ts'

/** The built product as people run it: a process of its own, on a port and in a folder of its own. */
export interface Site {
  readonly url: string
  readonly dataDir: string
  /** Socket of the door to its database (site-database.ts); there only where it was asked for. */
  readonly door: string
  readonly process: ChildProcess
  /** Milliseconds from the start of the process until it said that it was ready. */
  readonly readyAfter: number
  /** Ends it as an operator would, and gives its exit code. The folder stays. */
  readonly stop: () => Promise<number | null>
  /** Ends it and takes its folder away. */
  readonly remove: () => Promise<void>
}

/** A port that nobody listens on. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  if (address === null || typeof address === 'string') throw new Error('No port was given')
  return address.port
}

interface SiteOptions {
  /** With a way for the test into its database. */
  readonly withDoor?: true
}

/** Starts `node dist/process/main.js` and waits until it says that it is ready. A folder that is given keeps its database. */
export async function startSite(
  env: Readonly<Record<string, string>> = {},
  { withDoor }: SiteOptions = {},
): Promise<Site> {
  const dataDir = env.DATA_DIR ?? mkdtempSync(join(tmpdir(), 'portal-site-'))
  const port = await freePort()
  const { PATH = '', HOME = '' } = process.env
  const door = join(dataDir, 'door')
  const settings = {
    PATH,
    HOME,
    PORT: String(port),
    DATA_DIR: dataDir,
    LOG_LEVEL: 'info',
    TEST_DOOR: door,
    // The tests' site is a demo whose submissions are in force at once, unless a test asks for something else.
    DEMO: '1',
    REVIEW: env.DEMO === '0' ? 'manual' : 'auto',
    DATA_KEYS: testDataKeys,
    ...env,
  }
  const started = performance.now()
  const before = withDoor === true ? ['--import', './tests/support/door.ts'] : []
  const child = spawn(process.execPath, [...before, 'dist/process/main.js'], {
    cwd: root,
    env: settings,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const said: string[] = []
  child.stderr.on('data', (data: Buffer) => said.push(data.toString()))
  const lines = createInterface({ input: child.stdout })
  await new Promise<void>((resolve, reject) => {
    lines.on('line', (line) => {
      said.push(line)
      if (line.includes('"msg":"ready"')) resolve()
    })
    child.once('exit', (code) =>
      reject(new Error(`The site ended with ${code} before it was ready:\n${said.join('\n')}`)),
    )
  })
  const readyAfter = performance.now() - started
  const stop = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return child.exitCode
    child.kill('SIGTERM')
    await once(child, 'exit')
    return child.exitCode
  }
  return {
    ...{ url: `http://localhost:${port}`, dataDir, door, process: child, readyAfter, stop },
    remove: async () => {
      await stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
