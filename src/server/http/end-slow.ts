import type { IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'

/** Milliseconds between two looks at all connections, and looks at which one may be found too slow before it ends. */
const lookEvery = 2_000
const slowLooks = 5
/** Bytes that a connection must move in that time: 50 kbit/s. */
const fairBytes = 65_536

/** How one direction of a connection goes, since it was last found idle or fast enough. */
interface Pace {
  looks: number
  moved: number
}

interface Seen {
  readonly socket: Socket
  /** Requests that have begun and may not have come whole. */
  readonly requests: Set<IncomingMessage>
  readonly comes: Pace
  readonly goes: Pace
}

/**
 * Ends connections that keep the process busy with next to nothing: whoever sends a request by drops, and whoever
 * does not take the answers that wait. A long upload over a poor line goes on, which a fixed time for a request
 * would cut off. Headers have their own time (`headersTimeout`). Looks are counted, not seconds: a process that is
 * late itself blames nobody.
 */
export function endSlow(server: Server): void {
  const open = new Map<Socket, Seen>()
  server.on('connection', (socket: Socket) => {
    open.set(socket, { socket, requests: new Set(), comes: { looks: 0, moved: 0 }, goes: { looks: 0, moved: 0 } })
    socket.once('close', () => open.delete(socket))
  })
  server.on('request', (request: IncomingMessage) => {
    const seen = open.get(request.socket)
    seen?.requests.add(request)
    request.once('close', () => seen?.requests.delete(request))
  })
  setInterval(() => open.forEach(look), lookEvery).unref()
}

function look({ socket, requests, comes, goes }: Seen): void {
  const sending = [...requests].some(({ complete }) => !complete)
  const slow = [tooSlow(comes, sending, socket.bytesRead), tooSlow(goes, socket.writableLength > 0, takenOf(socket))]
  if (slow.includes(true)) socket.destroy()
}

/**
 * Bytes that the other side's line has taken. Node counts an answer of 20 MB as one write that is done or not; how far
 * it is only the handle below tells. Where it does not, nobody is ended (NaN is never too little).
 */
function takenOf(socket: Socket): number {
  const handle: unknown = Reflect.get(socket, '_handle')
  if (typeof handle !== 'object' || handle === null) return Number.NaN
  const [given, queued]: unknown[] = [Reflect.get(handle, 'bytesWritten'), Reflect.get(handle, 'writeQueueSize')]
  return typeof given === 'number' && typeof queued === 'number' ? given - queued : Number.NaN
}

/** Counts one more look. True when the direction was busy at each of the last ones and moved too little in all. */
function tooSlow(pace: Pace, busy: boolean, moved: number): boolean {
  if (!busy) {
    pace.looks = 0
    return false
  }
  if (pace.looks === 0) pace.moved = moved
  pace.looks += 1
  if (pace.looks <= slowLooks) return false
  pace.looks = 0
  return moved - pace.moved < fairBytes
}
