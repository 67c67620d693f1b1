import { readConfig } from '../../src/config.ts'
import { queueMessage } from '../../src/server/operations/outbox.ts'
import { startRuntime } from '../../src/server/start.ts'

/**
 * A server without its pages, as a process that can be killed: queues as many messages as its argument says, tells
 * that they are committed, and goes on sending.
 */
const runtime = await startRuntime(readConfig())
const count = Number(process.argv[2] ?? 0)
for (let index = 0; index < count; index += 1) {
  const code = String(100_000 + index)
  await runtime.db.transaction((tx) =>
    queueMessage(
      tx,
      { jobs: runtime.jobs, after: (what) => setImmediate(() => void what()) },
      {
        channel: 'sms',
        recipient: String(13_800_138_000 + index),
        template: 'code',
        params: { code },
        text: `验证码 ${code}`,
        expiresAt: new Date(Date.now() + 300_000),
      },
    ),
  )
}
process.stdout.write('committed\n')
