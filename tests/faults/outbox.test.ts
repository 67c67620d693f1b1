import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openEmbedded } from '../../src/db/open.ts'
import { startMockService, type ReceivedRequest } from '../support/mock-service.ts'
import { root } from '../support/sources.ts'

/** A process is killed while the SMS provider is down: its messages are sent after the restart. */

const taken = () => ({ body: '{"Code":"OK","Message":"OK","RequestId":"r"}' })
const down = () => ({ status: 503, body: '{"Code":"ServiceUnavailable","Message":"down","RequestId":"r"}' })
const referenceOf = ({ url }: ReceivedRequest) => url.searchParams.get('OutId')
const codeOf = ({ url }: ReceivedRequest): unknown => JSON.parse(url.searchParams.get('TemplateParam') ?? '{}')

async function start(dataDir: string, endpoint: string, messages: number): Promise<ChildProcess> {
  const { PATH = '', HOME = '' } = process.env
  const settings = {
    DATA_DIR: dataDir,
    DEMO: '0',
    LOG_LEVEL: 'silent',
    SMS_PROVIDER: 'aliyun',
    SMS_ENDPOINT: endpoint,
    SMS_KEY_ID: 'id',
    SMS_KEY_SECRET: 'secret',
    SMS_SIGN: '药械研发',
    SMS_TEMPLATE_CODE: 'T',
  }
  const child = spawn(process.execPath, ['tests/support/outbox-process.ts', String(messages)], {
    cwd: root,
    env: { PATH, HOME, ...settings },
    stdio: ['ignore', 'pipe', 'inherit'] as const,
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  await once(child.stdout, 'data')
  return child
}

async function kill(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
}

/** Outbox of the killed process; then moves its times back by two minutes. */
async function leftBehind(dataDir: string): Promise<unknown[]> {
  const database = await openEmbedded(join(dataDir, 'db'))
  try {
    const { rows } = await database.execute('select status, attempts > 0 as tried from outbox_messages order by id')
    await database.execute(`update outbox_messages set due_at = due_at - interval '2 minutes'`)
    return rows
  } finally {
    await database.close()
  }
}

const folder = () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'portal-outbox-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  return dataDir
}
const soon = { timeout: 60_000, interval: 50 }

test('killed while the provider refuses: everything is sent after the restart, once', async () => {
  const [dataDir, side] = [folder(), await startMockService(down)]
  const first = await start(dataDir, side.url, 5)
  await vi.waitFor(() => expect(new Set(side.requests.map(referenceOf)).size).toBe(5), soon)
  await kill(first)
  const left = await leftBehind(dataDir)
  expect(left.length).toBe(5)
  expect(left).not.toContainEqual(expect.objectContaining({ status: 'sent' }))
  side.requests.length = 0
  side.respondWith(taken)
  const second = await start(dataDir, side.url, 0)
  await vi.waitFor(() => expect(side.requests.length).toBe(5), soon)
  expect(side.requests.map(codeOf).toSorted()).toHaveLength(5)
  expect(new Set(side.requests.map(referenceOf)).size).toBe(5)
  await kill(second)
})

test('killed while sending: the next process takes over the pending messages', async () => {
  const [dataDir, side] = [folder(), await startMockService(() => undefined)]
  const first = await start(dataDir, side.url, 3)
  await vi.waitFor(() => expect(side.requests.length).toBe(3), soon)
  await kill(first)
  const asked = new Set(side.requests.map(referenceOf))
  expect(await leftBehind(dataDir)).toEqual(Array.from({ length: 3 }, () => ({ status: 'sending', tried: true })))
  side.requests.length = 0
  side.respondWith(taken)
  const second = await start(dataDir, side.url, 0)
  await vi.waitFor(() => expect(side.requests.length).toBe(3), soon)
  expect(new Set(side.requests.map(referenceOf))).toEqual(asked)
  await kill(second)
})
