import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { z } from 'zod'
import { copyFolder } from './copy-folder.ts'
import { testDataKeys } from './data-keys.ts'
import { root } from './sources.ts'

/** The built product as deployed: in its own process, port and folder. */
export interface Site {
  readonly url: string
  readonly dataDir: string
  /** Unix socket to its database (site-database.ts), if requested. */
  readonly databaseSocket: string
  readonly process: ChildProcess
  /** Milliseconds from the start of the process until it reported ready. */
  readonly readyAfter: number
  /** Stops it with SIGTERM and returns its exit code. The folder stays. */
  readonly stop: () => Promise<number | null>
  /** Stops it and deletes its folder. */
  readonly remove: () => Promise<void>
}

/** An unused port. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  if (address === null || typeof address === 'string') throw new Error('No port was given')
  return address.port
}

interface SiteOptions {
  /** Opens a socket to its database for tests. */
  readonly withDatabaseSocket?: true
  /** Folder of another installation than this one. */
  readonly folder?: string
}

/** Settings with which the demo of the run's template is not the one that a first start would seed. */
const ownSeed = ['DATABASE_URL', 'DATA_KEYS', 'DEMO', 'TZ']

/** A new data folder: with the seeded demo where the run has a template, else empty. */
function makeDataDir(env: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'portal-site-'))
  const template = process.env.TEST_TEMPLATE
  if (template !== undefined && !ownSeed.some((name) => (env[name] ?? '1') !== '1')) copyFolder(template, folder)
  return folder
}

/** Arguments of node in `npm run serve`. */
const serveArguments = z
  .object({ scripts: z.object({ serve: z.string().startsWith('node ') }) })
  .parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')))
  .scripts.serve.split(' ')
  .slice(1)

/** Starts the process as `npm run serve` does and waits until it is ready. A given folder keeps its database. */
export async function startSite(
  env: Readonly<Record<string, string>> = {},
  { withDatabaseSocket, folder = root }: SiteOptions = {},
): Promise<Site> {
  const dataDir = env.DATA_DIR ?? makeDataDir(env)
  const port = await freePort()
  const { PATH = '', HOME = '' } = process.env
  const door = join(dataDir, 'database.sock')
  const settings = {
    PATH,
    HOME,
    PORT: String(port),
    DATA_DIR: dataDir,
    LOG_LEVEL: 'info',
    TEST_DATABASE_SOCKET: door,
    // The test site is a demo without reviews, unless a test overrides it.
    DEMO: '1',
    REVIEW: env.DEMO === '0' ? 'manual' : 'auto',
    DATA_KEYS: testDataKeys,
    ...env,
  }
  const started = performance.now()
  const before = withDatabaseSocket === true ? ['--import', './tests/support/database-socket-server.ts'] : []
  const child = spawn(process.execPath, [...before, ...serveArguments], {
    cwd: folder,
    env: settings,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const output: string[] = []
  child.stderr.on('data', (data: Buffer) => output.push(data.toString()))
  const lines = createInterface({ input: child.stdout })
  await new Promise<void>((resolve, reject) => {
    lines.on('line', (line) => {
      output.push(line)
      if (line.includes('"msg":"ready"')) resolve()
    })
    // `close` instead of `exit`, since output may arrive after the exit.
    child.once('close', (code) =>
      reject(new Error(`The site ended with ${code} before it was ready:\n${output.join('\n')}`)),
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
    url: `http://localhost:${port}`,
    dataDir,
    databaseSocket: door,
    process: child,
    readyAfter,
    stop,
    remove: async () => {
      await stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
