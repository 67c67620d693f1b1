import type { IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'

/** Milliseconds between two checks of all connections, and consecutive slow checks before one is closed. */
const checkEveryMs = 2_000
const maxSlowChecks = 5
/** Bytes that a connection must transfer in that time: 50 kbit/s. */
const minBytes = 65_536

/** Progress of one direction of a connection since it was last idle or fast enough. */
interface TransferPace {
  checkCount: number
  bytesAtStart: number
}

interface WatchedConnection {
  readonly socket: Socket
  /** Requests that may not have been received completely. */
  readonly requests: Set<IncomingMessage>
  readonly inbound: TransferPace
  readonly outbound: TransferPace
}

/**
 * Closes connections of slow clients: requests sent in trickles, and responses that are not read. A long upload over
 * a slow network continues, which a fixed request timeout would cut off. Headers have their own timeout
 * (`headersTimeout`). Checks are counted instead of seconds, so that a blocked event loop closes no connection.
 */
export function guardSlowClients(server: Server): void {
  const open = new Map<Socket, WatchedConnection>()
  server.on('connection', (socket: Socket) => {
    open.set(socket, {
      socket,
      requests: new Set(),
      inbound: { checkCount: 0, bytesAtStart: 0 },
      outbound: { checkCount: 0, bytesAtStart: 0 },
    })
    socket.once('close', () => open.delete(socket))
  })
  server.on('request', (request: IncomingMessage) => {
    const connection = open.get(request.socket)
    connection?.requests.add(request)
    request.once('close', () => connection?.requests.delete(request))
  })
  setInterval(() => open.forEach(checkConnection), checkEveryMs).unref()
}

function checkConnection({ socket, requests, inbound, outbound }: WatchedConnection): void {
  const sending = [...requests].some(({ complete }) => !complete)
  const slow = [
    isTooSlow(inbound, sending, socket.bytesRead),
    isTooSlow(outbound, socket.writableLength > 0, bytesAcknowledged(socket)),
  ]
  if (slow.includes(true)) socket.destroy()
}

/**
 * Bytes accepted by the network. Node counts a response of 20 MB as one write; only the handle below knows its
 * progress. Returns NaN when unknown, which never counts as too slow.
 */
function bytesAcknowledged(socket: Socket): number {
  const handle: unknown = Reflect.get(socket, '_handle')
  if (typeof handle !== 'object' || handle === null) return Number.NaN
  const [given, queued]: unknown[] = [Reflect.get(handle, 'bytesWritten'), Reflect.get(handle, 'writeQueueSize')]
  return typeof given === 'number' && typeof queued === 'number' ? given - queued : Number.NaN
}

/** Counts one check. True when the direction was busy at each recent check and transferred too little in total. */
function isTooSlow(pace: TransferPace, busy: boolean, moved: number): boolean {
  if (!busy) {
    pace.checkCount = 0
    return false
  }
  if (pace.checkCount === 0) pace.bytesAtStart = moved
  pace.checkCount += 1
  if (pace.checkCount <= maxSlowChecks) return false
  pace.checkCount = 0
  return moved - pace.bytesAtStart < minBytes
}
