import { createServer } from 'node:http'
import type { MqttClient } from 'mqtt'
import { isPushed, type Pushed } from '../../src/domain/chat/pushed.ts'
import type { TestApp } from './app.ts'
import { contentOf, type Client } from './client.ts'
import { connect, type Refusal } from './push.ts'

/** The push of an app on a port of its own. */
export interface PushDoor {
  readonly url: string
  readonly close: () => void
}

export async function openPushDoor(app: TestApp): Promise<PushDoor> {
  const server = createServer()
  app.runtime.push.attach(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return { url: `ws://127.0.0.1:${port}/mqtt`, close: () => server.close() }
}

/** What a page asks for before it connects. */
export const ticketOf = async (client: Client) => contentOf(await client.api.chat.pushTicket({}))

/** Connects with a ticket, as a page does. */
export const connectWith = (
  { url }: PushDoor,
  { userId, ticket, clientIdPrefix }: Awaited<ReturnType<typeof ticketOf>>,
): Promise<MqttClient | Refusal> =>
  connect(url, { userId, password: ticket, clientId: `${clientIdPrefix}${crypto.randomUUID()}` })

/** A page that is open: connected, subscribed, and hearing. */
export async function openTab(door: PushDoor, client: Client) {
  const ticket = await ticketOf(client)
  const mqtt = await connectWith(door, ticket)
  if (typeof mqtt !== 'object') throw new Error(`Refused: ${mqtt}`)
  const heard: Pushed[] = []
  mqtt.on('message', (_topic, payload) => {
    const message: unknown = JSON.parse(payload.toString())
    if (isPushed(message)) heard.push(message)
  })
  await mqtt.subscribeAsync(ticket.topic, { qos: 2 })
  return { mqtt, heard }
}
