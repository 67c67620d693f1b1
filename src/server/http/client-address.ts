import type { IncomingMessage } from 'node:http'

type Asked = Pick<IncomingMessage, 'headers' | 'socket'>

/** Address of the person: the socket's, or the one that the nearest `trusted` proxies report. */
export function clientAddress(request: Asked, trusted: number): string {
  const socket = request.socket.remoteAddress ?? ''
  const forwarded = request.headers['x-forwarded-for']
  if (trusted === 0 || typeof forwarded !== 'string') return socket
  return forwarded.split(',').at(-trusted)?.trim() ?? socket
}

const loopbackAddress = /^(?:127\.\d+\.\d+\.\d+|::1|::ffff:127\.\d+\.\d+\.\d+)$/
const loopbackHost = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/
const proxyHeaders = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip', 'via']

/**
 * Whether a program on this machine asks, and no proxy for somebody else: the socket's other end is this machine, it
 * was asked for by a name of this machine, and no header of a proxy is there. To be asked before the Host header is
 * replaced.
 */
export const isDirectLoopback = ({ headers, socket }: Asked): boolean =>
  loopbackAddress.test(socket.remoteAddress ?? '') &&
  loopbackHost.test(headers.host ?? '') &&
  proxyHeaders.every((name) => headers[name] === undefined)
