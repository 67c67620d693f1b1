import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import pg from 'pg'

/** Source of a replayed parameter: a constant, or text with values of the request or of earlier rows. */
type Piece =
  | { readonly is: 'text'; readonly text: string }
  | { readonly is: 'given'; readonly name: string }
  | { readonly is: 'cell'; readonly step: number; readonly row: number; readonly column: number }
type Param = { readonly is: 'value'; readonly value: unknown } | { readonly is: 'made'; readonly of: readonly Piece[] }
export interface Step {
  readonly text: string
  readonly params: readonly Param[]
}

interface RecordedStatement {
  readonly text: string
  readonly values: readonly unknown[]
  readonly rows: readonly (readonly unknown[])[]
}

/** Records all PostgreSQL statements of this process during `run`, with their results. */
async function recordStatements(run: () => Promise<unknown>): Promise<RecordedStatement[]> {
  const all: (() => Promise<RecordedStatement>)[] = []
  const before = pg.Client.prototype.query
  pg.Client.prototype.query = new Proxy(before, {
    apply(target, self, args: unknown[]) {
      const [first, second] = args
      const { text = '', values = [] }: { text?: unknown; values?: unknown } =
        typeof first === 'object' && first !== null ? first : { text: first }
      const answer: unknown = Reflect.apply(target, self, args)
      if (typeof text === 'string' && !/pgboss/i.test(text)) {
        const params = Array.isArray(second) ? second : Array.isArray(values) ? values : []
        all.push(async () => ({ text, values: params, rows: rowsOf(await answer) }))
      }
      return answer
    },
  })
  try {
    await run()
  } finally {
    pg.Client.prototype.query = before
  }
  return Promise.all(all.map((one) => one()))
}

function rowsOf(answer: unknown): (readonly unknown[])[] {
  if (typeof answer !== 'object' || answer === null || !('rows' in answer) || !Array.isArray(answer.rows)) return []
  return answer.rows.map((row: unknown) => (Array.isArray(row) ? row : Object.values(row ?? {})))
}

/**
 * Statements of a call, to be replayed for other users: request values (`given`, by name) and returned ids are
 * substituted wherever they occur, also inside texts. Ids have seven digits, so that none is mistaken for a quantity.
 */
export async function recordSteps(
  given: Readonly<Record<string, string>>,
  run: () => Promise<unknown>,
): Promise<Step[]> {
  const steps = await recordStatements(run)
  const known: (readonly [text: string, piece: Piece])[] = Object.entries(given).map(([name, text]) => [
    text,
    { is: 'given', name },
  ])
  return steps.map(({ text, values, rows }, step) => {
    const params = values.map((value) => paramOf(value, known))
    rows.forEach((row, at) =>
      row.forEach((cell, column) => {
        if (/^\d{7,}$/.test(String(cell))) known.push([String(cell), { is: 'cell', step, row: at, column }])
      }),
    )
    return { text, params }
  })
}

function paramOf(value: unknown, known: readonly (readonly [string, Piece])[]): Param {
  const text = typeof value === 'number' || typeof value === 'string' ? String(value) : undefined
  if (text === undefined) return { is: 'value', value }
  let pieces: Piece[] = [{ is: 'text', text }]
  for (const [part, piece] of known)
    pieces = pieces.flatMap((one) => (one.is === 'text' ? splitAround(one.text, part, piece) : [one]))
  return pieces.every(({ is }) => is === 'text') ? { is: 'value', value } : { is: 'made', of: pieces }
}

const splitAround = (text: string, part: string, piece: Piece): Piece[] =>
  text
    .split(part)
    .flatMap((rest, at): Piece[] => [
      ...(at === 0 ? [] : [piece]),
      ...(rest === '' ? [] : [{ is: 'text' as const, text: rest }]),
    ])

const program = `
import { createServer } from 'node:http'
import pg from 'pg'
let text = ''
for await (const chunk of process.stdin) text += chunk
const { steps, url } = JSON.parse(text)
const pool = new pg.Pool({ connectionString: url, max: 20 })
const valueOf = (param, given, rows) =>
  param.is === 'value' ? param.value : param.of.map((piece) =>
    piece.is === 'text' ? piece.text : piece.is === 'given' ? given[piece.name] : rows[piece.step][piece.row][piece.column]).join('')
createServer((request, response) => {
  const chunks = []
  request.on('data', (chunk) => chunks.push(chunk)).on('end', async () => {
    const given = JSON.parse(Buffer.concat(chunks))
    const client = await pool.connect()
    let status = 200
    const rows = []
    try {
      for (const { text, params } of steps) {
        const values = params.map((param) => valueOf(param, given, rows))
        rows.push((await client.query({ text, values, rowMode: 'array' })).rows)
      }
    } catch (error) {
      console.error(error.message)
      await client.query('rollback')
      status = 500
    } finally { client.release() }
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify({ code: status, message: '', content: rows.at(-1) }))
  })
}).listen(0, '127.0.0.1', function () { console.log(this.address().port) })`

export interface BareServer {
  readonly url: string
  readonly stop: () => void
}

/** A bare node:http and pg handler in its own process that runs only these statements in order. */
export async function startBareServer(steps: readonly Step[], database: string): Promise<BareServer> {
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: ['pipe', 'pipe', 'inherit'] })
  child.stdin.end(JSON.stringify({ steps, url: database }))
  const [port] = await once(createInterface({ input: child.stdout }), 'line')
  return { url: `http://127.0.0.1:${String(port)}`, stop: () => child.kill() }
}
