import { Duplex } from 'node:stream'
import type { WebSocket } from 'ws'
import { bytesBeforeConnect, bytesPerPacket, packetGuard } from './packet-guard.ts'

/** One connection as the broker reads it. `accept` is called once its CONNECT has been accepted. */
export interface SocketStream {
  readonly stream: Duplex
  readonly accept: () => void
}

/**
 * A WebSocket as a stream of MQTT bytes. What is too large or no binary frame ends the connection before the
 * broker's parser sees it.
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
    // The broker writes a packet in pieces: together they are one frame.
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
