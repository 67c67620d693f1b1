import { hash } from 'node:crypto'
import pg from 'pg'

/**
 * Names for statements that repeat inside transactions, so that PostgreSQL parses and plans each once per connection:
 * planning an order costs more than executing it. Reads outside of transactions stay as they are: their plans depend on
 * the values (`preparedByShape` names those that do not).
 */
export class RepeatedStatements {
  readonly #uses = new Map<string, number>()
  readonly #names = new Map<string, string>()
  readonly #limits: StatementLimits

  constructor(limits: StatementLimits = { uses: 20, named: 200, counted: 2_000 }) {
    this.#limits = limits
  }

  /** Name of a statement that has repeated often enough; otherwise undefined, and the use is counted. */
  nameOf(text: string): string | undefined {
    const known = this.#names.get(text)
    if (known !== undefined || this.#names.size >= this.#limits.named) return known
    const uses = (this.#uses.get(text) ?? 0) + 1
    if (uses < this.#limits.uses) {
      // Texts of which most occur once must not fill the memory.
      if (this.#uses.size >= this.#limits.counted) this.#uses.clear()
      this.#uses.set(text, uses)
      return undefined
    }
    this.#uses.delete(text)
    const name = `repeated_${hash('sha1', text, 'base64url')}`
    this.#names.set(text, name)
    return name
  }
}

interface StatementLimits {
  /** Uses after which a statement is named. */
  readonly uses: number
  /** Named statements at most, since each connection keeps the plan of each. */
  readonly named: number
  /** Statements whose uses are counted at once, at most. */
  readonly counted: number
}

/** Names the repeated statements of the transactions of a connection. */
export function nameRepeated(client: pg.PoolClient, repeated: RepeatedStatements): void {
  let isInTransaction = false
  client.query = new Proxy(client.query, {
    apply(_, self, [statement, ...rest]: unknown[]) {
      const text = textOf(statement)
      if (text?.startsWith('begin') === true) isInTransaction = true
      else if (text === 'commit' || text === 'rollback') isInTransaction = false
      else if (isInTransaction && isUnnamed(statement)) {
        const name = repeated.nameOf(statement.text)
        if (name !== undefined) return send(self, [{ ...statement, name }, ...rest])
      }
      return send(self, [statement, ...rest])
    },
  })
}

// Of the prototype at the time of the call, where tests count statements.
const send = (client: unknown, given: readonly unknown[]): unknown =>
  Reflect.apply(pg.Client.prototype.query, client, given)

const isObject = (statement: unknown): statement is Readonly<Record<string, unknown>> =>
  typeof statement === 'object' && statement !== null

function textOf(statement: unknown): string | undefined {
  const text = isObject(statement) ? statement.text : statement
  return typeof text === 'string' ? text : undefined
}

const isUnnamed = (statement: unknown): statement is { readonly text: string } =>
  isObject(statement) && typeof statement.text === 'string' && (statement.name === undefined || statement.name === '')
