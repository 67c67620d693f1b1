import type { MqttClient } from 'mqtt'
import { viewOnlyCode } from '../domain/operations/account-views.ts'
import { quietApi } from './browser.ts'
import { newUuid } from './uuid.ts'

/** Specification section 9. */
const keepaliveSeconds = 60
const reconnectMs = 1000
const connectTimeoutMs = 30_000

export interface PushConnectionOptions {
  /** Receives each message as parsed JSON, not validated. */
  readonly onMessage: (message: unknown) => void
  /** Connected and subscribed, or visible again: time to catch up. */
  readonly onUp: () => void
  readonly onDown: () => void
}

/** A connection that reconnects with a new ticket until it is closed or the session ends. */
export interface PushConnection {
  readonly close: () => void
}

/** Opens the push connection of this tab. mqtt.js (98 KB) is loaded here and nowhere else. */
export function openPushConnection({ onMessage, onUp, onDown }: PushConnectionOptions): PushConnection {
  const tab = newUuid()
  let client: MqttClient | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let state: 'down' | 'dialling' | 'up' | 'closed' = 'down'

  async function connect(): Promise<void> {
    if (state !== 'down') return
    clearTimeout(timer)
    state = 'dialling'
    const answer = await quietApi.chat.pushTicket({})
    if (isClosed()) return
    if (!answer.ok) {
      state = 'down'
      // Not retried: an ended session (signing in opens a new connection), and an account that an operator views.
      if (answer.failure.code !== 600 && answer.failure.code !== viewOnlyCode) scheduleReconnect()
      return
    }
    const { default: mqtt } = await import('mqtt')
    if (isClosed()) return
    const { userId, ticket, topic, clientIdPrefix } = answer.content
    listen(
      mqtt.connect(`${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/mqtt`, {
        username: String(userId),
        password: ticket,
        clientId: `${clientIdPrefix}${tab}`,
        protocolVersion: 4,
        clean: true,
        keepalive: keepaliveSeconds,
        connectTimeout: connectTimeoutMs,
        // Its own reconnect would reuse the spent ticket. Its worker timers are blocked by the content policy.
        reconnectPeriod: 0,
        resubscribe: false,
        timerVariant: 'native',
      }),
      topic,
    )
  }

  function listen(opened: MqttClient, topic: string): void {
    client = opened
    opened.on('connect', () =>
      opened.subscribe(topic, { qos: 2 }, (error) => {
        if (error) return void opened.end(true)
        state = 'up'
        onUp()
      }),
    )
    opened.on('message', (_topic, payload) => onMessage(parseJson(payload.toString())))
    opened.on('error', () => opened.end(true))
    opened.on('close', () => {
      if (client !== opened || isClosed()) return
      client = undefined
      opened.end(true)
      state = 'down'
      onDown()
      scheduleReconnect()
    })
  }

  const isClosed = () => state === 'closed'
  function scheduleReconnect(): void {
    clearTimeout(timer)
    // Random delay, so that not all pages reconnect at once after a restart.
    timer = setTimeout(() => void connect(), reconnectMs + Math.random() * 500)
  }
  function onWake(): void {
    if (document.visibilityState !== 'visible') return
    if (state === 'up') onUp()
    else void connect()
  }

  document.addEventListener('visibilitychange', onWake)
  addEventListener('online', onWake)
  void connect()
  return {
    close: () => {
      state = 'closed'
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', onWake)
      removeEventListener('online', onWake)
      client?.end(true)
    },
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
