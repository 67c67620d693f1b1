import { createServer } from 'node:http'
import type { MqttClient } from 'mqtt'
import { isChatPush, type ChatPush } from '../../src/domain/chat/chat-push.ts'
import type { TestApp } from './app.ts'
import { contentOf, type Client } from './client.ts'
import { connectToBroker, type ConnectionRefusal } from './test-broker.ts'

/** Push server of an app on its own port. */
export interface PushServer {
  readonly url: string
  readonly close: () => void
}

export async function startPushServer(app: TestApp): Promise<PushServer> {
  const server = createServer()
  app.runtime.push.attach(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return { url: `ws://127.0.0.1:${port}/mqtt`, close: () => server.close() }
}

/** Push ticket, as requested by a page before it connects. */
export const getPushTicket = async (client: Client) => contentOf(await client.api.chat.pushTicket({}))

/** Connects with a ticket, as a page does. */
export const connectWithTicket = (
  { url }: PushServer,
  { userId, ticket, clientIdPrefix }: Awaited<ReturnType<typeof getPushTicket>>,
): Promise<MqttClient | ConnectionRefusal> =>
  connectToBroker(url, { userId, password: ticket, clientId: `${clientIdPrefix}${crypto.randomUUID()}` })

/** Opens a tab: connected and subscribed. */
export async function openPushTab(server: PushServer, client: Client) {
  const ticket = await getPushTicket(client)
  const mqtt = await connectWithTicket(server, ticket)
  if (typeof mqtt !== 'object') throw new Error(`Refused: ${mqtt}`)
  const heard: ChatPush[] = []
  mqtt.on('message', (_topic, payload) => {
    const message: unknown = JSON.parse(payload.toString())
    if (isChatPush(message)) heard.push(message)
  })
  await mqtt.subscribeAsync(ticket.topic, { qos: 2 })
  return { mqtt, heard }
}
