import { connectAndSubscribe, testSession, startBroker } from '../support/test-broker.ts'

/** Connected users, and messages for each of them. */
const users = 200
const rounds = 20

/**
 * Milliseconds from `send` to the message in an open page, with 200 users connected over the real broker on loopback.
 * Clients and broker share one process and thread, so the figures are higher than the product's own.
 */
export async function pushDelivery(): Promise<{ p50: number; p99: number }> {
  const broker = await startBroker()
  const times: number[] = []
  try {
    const ids = Array.from({ length: users }, (_, index) => index + 1)
    const tabs = await Promise.all(ids.map((userId) => connectAndSubscribe(broker, testSession(userId))))
    for (const { client } of tabs) {
      client.on('message', (_topic, payload) => {
        const sentAt = sentAtOf(JSON.parse(payload.toString()))
        if (sentAt !== undefined) times.push(performance.now() - sentAt)
      })
    }
    // One message every 2 ms, to the users in turn: 500 a second, four times the rate of a busy day.
    for (let sent = 0; sent < users * rounds; sent += 1) {
      broker.push.send((sent % users) + 1, { sentAt: performance.now(), content: '终稿已上传，请您验收' })
      await new Promise((resolve) => setTimeout(resolve, 2))
    }
    await Promise.all(tabs.map((tab) => tab.until(rounds)))
    await Promise.all(tabs.map(({ client }) => client.endAsync()))
  } finally {
    await broker.close()
  }
  times.sort((one, other) => one - other)
  const at = (share: number) => Math.round((times[Math.floor(times.length * share)] ?? Number.NaN) * 100) / 100
  return { p50: at(0.5), p99: at(0.99) }
}

function sentAtOf(message: unknown): number | undefined {
  if (typeof message !== 'object' || message === null || !('sentAt' in message)) return undefined
  return typeof message.sentAt === 'number' ? message.sentAt : undefined
}
