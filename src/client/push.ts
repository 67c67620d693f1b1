import type { MqttClient } from 'mqtt'
import { quietApi } from './browser.ts'
import { newUuid } from './uuid.ts'

/** Specification section 9. */
const keepaliveSeconds = 60
const reconnectMs = 1000
const connectTimeoutMs = 30_000

export interface PushLineOptions {
  /** Whatever came, parsed; the hearer tells what it is. */
  readonly onMessage: (message: unknown) => void
  /** Connected and subscribed, or awake again: the moment to catch up. */
  readonly onUp: () => void
  readonly onDown: () => void
}

/** A connection that comes back by itself, each time with a new ticket, until it is closed or the session ends. */
export interface PushLine {
  readonly close: () => void
}

/** Opens the push connection of this tab. mqtt.js (98 KB) is loaded here and nowhere else. */
export function openPushLine({ onMessage, onUp, onDown }: PushLineOptions): PushLine {
  const tab = newUuid()
  let client: MqttClient | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let state: 'down' | 'dialling' | 'up' | 'closed' = 'down'

  async function dial(): Promise<void> {
    if (state !== 'down') return
    clearTimeout(timer)
    state = 'dialling'
    const answer = await quietApi.chat.pushTicket({})
    if (isClosed()) return
    if (!answer.ok) {
      state = 'down'
      // A session that ended does not come back; whoever signs in opens a new line.
      if (answer.failure.code !== 600) again()
      return
    }
    const { default: mqtt } = await import('mqtt')
    if (isClosed()) return
    const { userId, ticket, topic, clientIdPrefix } = answer.content
    listen(
      mqtt.connect(`${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/mqtt`, {
        ...{ username: String(userId), password: ticket, clientId: `${clientIdPrefix}${tab}` },
        ...{ protocolVersion: 4, clean: true, keepalive: keepaliveSeconds, connectTimeout: connectTimeoutMs },
        // Its own reconnecting would come with the spent ticket. Its timers in a worker are refused by the page's policy.
        ...{ reconnectPeriod: 0, resubscribe: false, timerVariant: 'native' },
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
    opened.on('message', (_topic, payload) => onMessage(parsed(payload.toString())))
    opened.on('error', () => opened.end(true))
    opened.on('close', () => {
      if (client !== opened || isClosed()) return
      client = undefined
      opened.end(true)
      state = 'down'
      onDown()
      again()
    })
  }

  const isClosed = () => state === 'closed'
  function again(): void {
    clearTimeout(timer)
    // A little apart, so that not all pages come back in the same moment after a restart.
    timer = setTimeout(() => void dial(), reconnectMs + Math.random() * 500)
  }
  function wake(): void {
    if (document.visibilityState !== 'visible') return
    if (state === 'up') onUp()
    else void dial()
  }

  document.addEventListener('visibilitychange', wake)
  addEventListener('online', wake)
  void dial()
  return {
    close: () => {
      state = 'closed'
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', wake)
      removeEventListener('online', wake)
      client?.end(true)
    },
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
