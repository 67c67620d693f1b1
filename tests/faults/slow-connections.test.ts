import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { guardSlowClients } from '../../src/server/http/slow-client-guard.ts'
import { capRequests } from '../../src/server/http/request-cap.ts'

/** More than the socket buffers of both sides. */
const long = Buffer.alloc(64 * 1024 * 1024)
let server: Server
let port = 0
let asked = 0
beforeAll(async () => {
  const answer = capRequests((request, response) => {
    asked += 1
    if (request.url === '/long') return void response.end(long)
    if (request.url === '/never') return
    let size = 0
    request.on('data', (chunk: Buffer) => (size += chunk.length))
    request.on('end', () => response.end(String(size)))
  })
  server = createServer({ requestTimeout: 300_000 }, answer)
  guardSlowClients(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  port = typeof address === 'object' && address !== null ? address.port : 0
})
afterAll(() => void server.close())

const open = (first: string): Socket => {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => {})
  socket.write(first)
  return socket
}
const connections = () => new Promise<number>((resolve) => server.getConnections((_error, count) => resolve(count)))

test('closes a connection that reads nothing of a long response', async () => {
  const socket = open('GET /long HTTP/1.1\r\nHost: x\r\n\r\n').pause()
  await expect.poll(connections).toBe(1)
  await expect.poll(connections, { timeout: 15_000, interval: 200 }).toBe(0)
  socket.destroy()
})

test('keeps slow readers and slow uploads open, and does not close connections for late responses', async () => {
  const reader = open('GET /long HTTP/1.1\r\nHost: x\r\n\r\n').pause()
  const body = Buffer.alloc(20_000)
  const uploader = open(`POST / HTTP/1.1\r\nHost: x\r\nContent-Length: ${body.length * 40}\r\n\r\n`)
  const waiter = open('GET /never HTTP/1.1\r\nHost: x\r\n\r\n')
  let said = ''
  uploader.on('data', (data) => (said += data.toString()))
  for (let sent = 0; sent < 40; sent += 1) {
    uploader.write(body)
    reader.read()
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
  await expect.poll(() => said).toContain('800000')
  expect(await connections()).toBe(3)
  for (const socket of [reader, uploader, waiter]) socket.destroy()
  await expect.poll(connections).toBe(0)
})

test('closes a connection with hundreds of pipelined requests after starting a few of them', async () => {
  asked = 0
  const socket = open('GET /never HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(500)).resume()
  await once(socket, 'close')
  expect(asked).toBe(8)
})
