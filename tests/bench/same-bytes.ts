import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'

const program = `
const chunks = []
process.stdin.on('data', (chunk) => chunks.push(chunk)).on('end', () => {
  const { headers, body } = JSON.parse(Buffer.concat(chunks))
  const bytes = Buffer.from(body, 'base64')
  const server = require('node:http').createServer((_request, response) => response.writeHead(200, headers).end(bytes))
  server.listen(0, '127.0.0.1', () => console.log(server.address().port))
})`

export interface SameBytes {
  readonly url: string
  readonly stop: () => void
}

/** A bare node:http server in its own process that sends the recorded response of `url` for every request. */
export async function sameBytes(url: string, init: RequestInit = {}): Promise<SameBytes> {
  const response = await fetch(url, init)
  const body = Buffer.from(await response.arrayBuffer())
  const headers = Object.fromEntries(
    [...response.headers].filter(([name]) => !['connection', 'keep-alive', 'transfer-encoding', 'date'].includes(name)),
  )
  const child = spawn(process.execPath, ['-e', program], { stdio: ['pipe', 'pipe', 'inherit'] })
  child.stdin.end(
    JSON.stringify({ headers: { ...headers, 'content-length': body.byteLength }, body: body.toString('base64') }),
  )
  const [port] = await once(createInterface({ input: child.stdout }), 'line')
  return { url: `http://127.0.0.1:${String(port)}`, stop: () => child.kill() }
}
