import { connect, type Socket } from 'node:net'

/** How a socket keeps a server busy with nothing. */
export const slowKinds = ['silent', 'half a header', 'headers by drops', 'a body by drops', 'reads nothing'] as const
export type SlowKind = (typeof slowKinds)[number]

const post =
  'POST /api/get/serviceid HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n'
/** As many as may wait for their answers. */
const manyRequests = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`.repeat(8)

const first: Record<SlowKind, (largest: string) => string> = {
  silent: () => '',
  'half a header': () => 'GET / HTTP/1.1\r\nHost: x\r\nX-Half: ',
  'headers by drops': () => 'GET / HTTP/1.1\r\n',
  'a body by drops': () => post,
  'reads nothing': manyRequests,
}
/** Sent every second. Who reads nothing learns of the end by sending only. */
const drop: Partial<Record<SlowKind, string>> = {
  'headers by drops': 'X: y\r\n',
  'a body by drops': ' ',
  'reads nothing': manyRequests('/'),
}

/** Opens one and gives the milliseconds until the server had ended it. */
export function slowSocket(port: number, kind: SlowKind, largest: string): Promise<number> {
  return new Promise((resolve) => {
    const opened = performance.now()
    const socket: Socket = connect(port, '127.0.0.1', () => socket.write(first[kind](largest)))
    const dripping = drop[kind]
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
