import type { IncomingMessage } from 'node:http'

type AddressedRequest = Pick<IncomingMessage, 'headers' | 'socket'>

/** Client address: that of the socket, or the one reported by the nearest `trusted` proxies. */
export function clientAddress(request: AddressedRequest, trusted: number): string {
  const socket = request.socket.remoteAddress ?? ''
  const forwarded = request.headers['x-forwarded-for']
  if (trusted === 0 || typeof forwarded !== 'string') return socket
  return forwarded.split(',').at(-trusted)?.trim() ?? socket
}

const loopbackAddress = /^(?:127\.\d+\.\d+\.\d+|::1|::ffff:127\.\d+\.\d+\.\d+)$/
const loopbackHost = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/
const proxyHeaders = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip', 'via']

/**
 * Whether the request comes directly from this machine: loopback remote address, loopback Host header and no proxy
 * headers. Must be checked before the Host header is replaced.
 */
export const isDirectLoopback = ({ headers, socket }: AddressedRequest): boolean =>
  loopbackAddress.test(socket.remoteAddress ?? '') &&
  loopbackHost.test(headers.host ?? '') &&
  proxyHeaders.every((name) => headers[name] === undefined)
