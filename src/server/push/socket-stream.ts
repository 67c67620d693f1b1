import { Duplex } from 'node:stream'
import type { WebSocket } from 'ws'

/** Bytes a connection may send in all until its CONNECT is accepted. */
const bytesBeforeConnect = 4096
/** Bytes of any one packet: CONNECT, subscriptions, acknowledgements and pings are far smaller. */
const bytesPerPacket = 1024

/**
 * Reads only the fixed headers of an MQTT stream and tells whether every packet stays within `max` bytes.
 * The parser behind it would otherwise collect whatever length a header claims, up to 256 MB.
 */
function packetGuard(max: number): (chunk: Uint8Array) => boolean {
  /** Bytes of the packet's body still to come; -1 = at a packet type, -2 = within the length. */
  let left = -1
  let length = 0
  let factor = 1
  return (chunk) => {
    let at = 0
    while (at < chunk.length) {
      if (left > 0) {
        const skipped = Math.min(left, chunk.length - at)
        left -= skipped
        at += skipped
        if (left === 0) left = -1
        continue
      }
      const byte = chunk[at] ?? 0
      at += 1
      if (left === -1) {
        left = -2
        length = 0
        factor = 1
        continue
      }
      length += (byte & 0x7f) * factor
      if (length > max || factor > 128 ** 3) return false
      factor *= 128
      if (byte < 0x80) left = length === 0 ? -1 : length
    }
    return true
  }
}

/** A connection for the broker. Call `accept` once its CONNECT has been accepted. */
export interface SocketStream {
  readonly stream: Duplex
  readonly accept: () => void
}

/**
 * A WebSocket as a stream of MQTT bytes. Oversized or non-binary frames close the connection before the broker parses
 * them.
 */
export function socketStream(socket: WebSocket): SocketStream {
  const fits = packetGuard(bytesPerPacket)
  let accepted = false
  let received = 0
  const stream = new Duplex({
    read: () => {
      if (socket.isPaused) socket.resume()
    },
    write: (chunk: Buffer, _encoding, done) => socket.send(chunk, done),
    // The broker writes a packet in chunks: they are sent as one frame.
    writev: (chunks, done) => socket.send(Buffer.concat(chunks.map(({ chunk }) => chunk)), done),
    final: (done) => {
      socket.close()
      done()
    },
    destroy: (error, done) => {
      socket.terminate()
      done(error)
    },
  })
  socket.on('message', (data, isBinary) => {
    if (stream.destroyed) return
    if (!isBinary || !Buffer.isBuffer(data)) return void stream.destroy(new Error('not a binary frame'))
    received += data.length
    const early = !accepted && received > bytesBeforeConnect
    if (early || !fits(data)) return void stream.destroy(new Error('packet too large'))
    if (!stream.push(data)) socket.pause()
  })
  socket.on('close', () => {
    if (!stream.destroyed) stream.push(null)
  })
  socket.on('error', (error) => stream.destroy(error))
  return {
    stream,
    accept: () => {
      accepted = true
    },
  }
}
