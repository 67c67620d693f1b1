import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import pg from 'pg'

/** A recorded statement of the product. */
export interface Query {
  readonly text: string
  readonly values: readonly unknown[]
}

/** Records PostgreSQL statements of this process during `run`. */
export async function queriesIn(run: () => Promise<unknown>): Promise<Query[]> {
  const queries: Query[] = []
  const before = pg.Client.prototype.query
  pg.Client.prototype.query = new Proxy(before, {
    apply(target, self, given: unknown[]) {
      const [first, second] = given
      const asked: object = typeof first === 'object' && first !== null ? first : { text: first, values: second }
      const { text, values } = { text: '', values: undefined, ...asked }
      const others = /pgboss|^(begin|commit)/i.test(text)
      if (!others) queries.push({ text, values: Array.isArray(values) ? values : Array.isArray(second) ? second : [] })
      return Reflect.apply(target, self, given)
    },
  })
  try {
    await run()
  } finally {
    pg.Client.prototype.query = before
  }
  return queries
}

const program = `
import { createServer } from 'node:http'
import pg from 'pg'
let text = ''
for await (const chunk of process.stdin) text += chunk
const { queries, url } = JSON.parse(text)
const pool = new pg.Pool({ connectionString: url, max: 10 })
createServer((request, response) => {
  const chunks = []
  request.on('data', (chunk) => chunks.push(chunk)).on('end', async () => {
    JSON.parse(Buffer.concat(chunks))
    const rows = []
    for (const { text, values } of queries) rows.push((await pool.query(text, values)).rows)
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ code: 200, message: '', content: rows }))
  })
}).listen(0, '127.0.0.1', function () { console.log(this.address().port) })`

export interface SameQueries {
  readonly url: string
  readonly stop: () => void
}

/** A bare node:http and pg handler in its own process that runs only these queries and sends their rows. */
export async function sameQueries(queries: readonly Query[], database: string): Promise<SameQueries> {
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: ['pipe', 'pipe', 'inherit'] })
  child.stdin.end(JSON.stringify({ queries, url: database }))
  const [port] = await once(createInterface({ input: child.stdout }), 'line')
  return { url: `http://127.0.0.1:${String(port)}`, stop: () => child.kill() }
}
