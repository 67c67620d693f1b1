import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

/** A TCP proxy that can freeze: connections stay open and are accepted, but no bytes pass. */
export interface FreezableProxy {
  /** The URL with this proxy instead of the server's host and port. */
  readonly url: string
  readonly freeze: () => void
  /** Passes all held bytes on. */
  readonly thaw: () => void
  readonly close: () => void
}

/** A proxy in front of the server of a URL. */
export async function freezableProxy(url: string): Promise<FreezableProxy> {
  const { hostname, port } = new URL(url)
  const open = new Set<Socket>()
  let isFrozen = false
  const server = createServer((near) => {
    const far = connect(Number(port), hostname)
    near.pipe(far)
    far.pipe(near)
    for (const socket of [near, far]) {
      open.add(socket)
      if (isFrozen) socket.pause()
      socket.on('error', () => socket.destroy())
      socket.once('close', () => {
        open.delete(socket)
        near.destroy()
        far.destroy()
      })
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('No port was given')
  const through = new URL(url)
  through.host = `127.0.0.1:${address.port}`
  return {
    url: through.href,
    freeze: () => {
      isFrozen = true
      for (const socket of open) socket.pause()
    },
    thaw: () => {
      isFrozen = false
      for (const socket of open) socket.resume()
    },
    close: () => {
      server.close()
      for (const socket of open) socket.destroy()
    },
  }
}
