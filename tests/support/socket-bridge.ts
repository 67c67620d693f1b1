import { createServer, type Socket } from 'node:net'
import { once } from 'node:events'
import { WebSocket } from 'ws'

/** A TCP port bridged to a WebSocket, byte for byte: for clients without WebSocket support. */
export interface Bridge {
  readonly port: number
  readonly close: () => void
}

export async function bridgeTo(url: string): Promise<Bridge> {
  const open = new Set<Socket>()
  const server = createServer((socket) => {
    open.add(socket)
    const far = new WebSocket(url, 'mqtt')
    const waiting: Buffer[] = []
    socket.on('data', (data) => (far.readyState === WebSocket.OPEN ? far.send(data) : waiting.push(data)))
    far.on('open', () => waiting.splice(0).forEach((data) => far.send(data)))
    far.on('message', (data) => socket.write(Buffer.isBuffer(data) ? data : Buffer.alloc(0)))
    far.on('close', () => socket.end())
    far.on('error', () => socket.destroy())
    socket.on('close', () => {
      open.delete(socket)
      far.close()
    })
    socket.on('error', () => far.terminate())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    close: () => {
      server.close()
      for (const socket of open) socket.destroy()
    },
  }
}
