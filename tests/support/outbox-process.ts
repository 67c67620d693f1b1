import { readConfig } from '../../src/config.ts'
import { queueMessage } from '../../src/server/platform/outbox/outbox.ts'
import { startRuntime } from '../../src/server/start.ts'

/**
 * A killable server process without pages: queues as many messages as its argument says, reports their commit, and
 * keeps sending.
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
