import { setTimeout as pause } from 'node:timers/promises'
import type { MqttClient } from 'mqtt'
import { connectToBroker } from './test-broker.ts'
import type { CallByName } from './unlimited-calls.ts'

/** Sequence number of a pushed or stored message; 0 for everything else. */
const seqOf = (message: unknown): number => {
  if (typeof message !== 'object' || message === null || !('seq' in message)) return 0
  return 'type' in message && message.type !== 'chat' ? 0 : Number(message.seq)
}

/**
 * An open chat page: receives pushes, reconnects and catches up by sequence numbers. `url` is evaluated on every
 * connection attempt; failed attempts are retried.
 */
export function followConversation(url: () => string, call: CallByName, sides: object) {
  const seen: number[] = []
  const running = { stopped: false }
  let heard = 0
  let open: MqttClient | undefined
  let catching: Promise<void> | undefined
  const last = () => seen.at(-1) ?? 0
  async function catchUp(): Promise<void> {
    for (;;) {
      const answer = await call('chat.messages', { ...sides, afterSeq: last(), pageSize: 100 })
      const data: unknown = typeof answer === 'object' && answer !== null && 'data' in answer ? answer.data : undefined
      const seqs = Array.isArray(data) ? data.map(seqOf) : []
      for (const seq of seqs) if (seq > last()) seen.push(seq)
      if (seqs.length < 100) return
    }
  }
  const catchUpOnce = () =>
    (catching ??= catchUp()
      .catch(() => {})
      .finally(() => (catching = undefined)))
  async function dial(): Promise<void> {
    while (!running.stopped) {
      const ticket = await call('chat.pushTicket', {}).catch(() => undefined)
      if (typeof ticket !== 'object' || ticket === null || !('ticket' in ticket) || !('userId' in ticket)) {
        await pause(20)
        continue
      }
      const userId = Number(ticket.userId)
      const line = await connectToBroker(url(), { userId, password: String(ticket.ticket) })
      if (typeof line !== 'object') continue
      open = line
      line.on('error', () => {})
      // Stopped while connecting: closes the connection here.
      if (running.stopped) return void line.end(true)
      line.on('message', (_topic, payload) => {
        const seq = seqOf(JSON.parse(payload.toString()))
        if (seq === 0) return
        heard += 1
        if (seq === last() + 1 && catching === undefined) seen.push(seq)
        else if (seq > last()) void catchUpOnce()
      })
      const gone = new Promise<void>((resolve) => line.once('close', () => resolve()))
      await line.subscribeAsync(`user/${userId}`, { qos: 2 }).catch(() => undefined)
      await catchUpOnce()
      await gone
      line.end(true)
    }
  }
  const dialling = dial()
  return {
    seen,
    /** Number of messages received by push, not by catching up. */
    heard: () => heard,
    connected: () => open?.connected === true,
    stop: async () => {
      running.stopped = true
      open?.end(true)
      await dialling
      await catchUp()
    },
  }
}
