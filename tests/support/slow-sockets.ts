import { connect, type Socket } from 'node:net'

/** Ways in which a socket occupies a server. */
export const slowKinds = ['silent', 'half a header', 'headers by drops', 'a body by drops', 'reads nothing'] as const
export type SlowKind = (typeof slowKinds)[number]

const post =
  'POST /api/get/serviceid HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n'
/** As many pipelined requests as the server may queue. */
const manyRequests = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`.repeat(8)

const firstBytes: Record<SlowKind, (largest: string) => string> = {
  silent: () => '',
  'half a header': () => 'GET / HTTP/1.1\r\nHost: x\r\nX-Half: ',
  'headers by drops': () => 'GET / HTTP/1.1\r\n',
  'a body by drops': () => post,
  'reads nothing': manyRequests,
}
/** Sent every second: a client that reads nothing notices the end only by sending. */
const repeatedBytes: Partial<Record<SlowKind, string>> = {
  'headers by drops': 'X: y\r\n',
  'a body by drops': ' ',
  'reads nothing': manyRequests('/'),
}

/** Opens a socket and returns the milliseconds until the server closed it. */
export function openSlowSocket(port: number, kind: SlowKind, largest: string): Promise<number> {
  return new Promise((resolve) => {
    const opened = performance.now()
    const socket: Socket = connect(port, '127.0.0.1', () => socket.write(firstBytes[kind](largest)))
    const dripping = repeatedBytes[kind]
    const timer = dripping === undefined ? undefined : setInterval(() => socket.write(dripping), 1000)
    const done = () => {
      clearInterval(timer)
      socket.destroy()
      resolve(performance.now() - opened)
    }
    socket.on('error', done)
    socket.on('close', done)
    if (kind === 'reads nothing') socket.pause()
    else socket.resume()
  })
}
