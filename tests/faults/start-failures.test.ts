import { once } from 'node:events'
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { testDataKeys } from '../support/data-keys.ts'
import { persistentDatabase } from '../support/killable-site.ts'
import { freePort } from '../support/site.ts'
import { root } from '../support/sources.ts'

/** An impossible start ends at once, with a message that names the setting and what to do. */

/** Exit code and output of the built product with these settings. */
async function endOf(env: Readonly<Record<string, string>>): Promise<{ code: unknown; said: string }> {
  const dataDir = mkdtempSync(join(tmpdir(), 'portal-start-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  const { PATH = '', HOME = '' } = process.env
  const child = spawn(process.execPath, ['dist/process/main.js'], {
    cwd: root,
    env: { PATH, HOME, PORT: '0', DATA_DIR: dataDir, LOG_LEVEL: 'error', DEMO: '1', DATA_KEYS: testDataKeys, ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  child.stderr.on('data', (data: Buffer) => (said += data.toString()))
  const [code]: unknown[] = await once(child, 'exit')
  return { code, said }
}

/** A port that accepts connections and never responds, or without a listener. */
async function silentPort(): Promise<number> {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('No port was given')
  return address.port
}

const user = 'postgres://somebody:a-secret-word@127.0.0.1'

test.each([
  [
    'nobody listens at DATABASE_URL',
    async () => ({ DATABASE_URL: `${user}:${await freePort()}/portal` }),
    'DATABASE_URL',
  ],
  [
    'DATABASE_URL never answers',
    async () => ({ DATABASE_URL: `${user}:${await silentPort()}/portal` }),
    'DATABASE_URL',
  ],
  [
    'nobody listens at REDIS_URL',
    async () => ({ REDIS_URL: `redis://:a-secret-word@127.0.0.1:${await freePort()}` }),
    'REDIS_URL',
  ],
  [
    'REDIS_URL never answers',
    async () => ({ REDIS_URL: `redis://:a-secret-word@127.0.0.1:${await silentPort()}` }),
    'REDIS_URL',
  ],
  ['PORT is in use', async () => ({ ...(await persistentDatabase()).env, PORT: String(await silentPort()) }), 'PORT'],
  [
    'HOST is no address of this machine',
    async () => ({ ...(await persistentDatabase()).env, HOST: '203.0.113.7' }),
    'HOST',
  ],
  ['DATA_DIR cannot be made', async () => ({ DATA_DIR: '/dev/null/portal' }), 'DATA_DIR'],
  ['a limit is no number', async () => ({ DATABASE_POOL: 'many' }), 'DATABASE_POOL'],
] as const)('%s', async (_what, env, setting) => {
  const started = performance.now()
  const { code, said } = await endOf(await env())
  expect(code).toBe(1)
  expect(said).toContain(setting)
  // One line, without stack or secrets.
  expect(said.trim().split('\n')).toHaveLength(1)
  expect(said).not.toContain('a-secret-word')
  expect(performance.now() - started).toBeLessThan(60_000)
})
