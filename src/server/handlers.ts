import { contract, type Contract, type Domain } from '../contract/contract.ts'
import type { Call } from '../contract/call.ts'
import { accountsHandlers } from './accounts/handlers.ts'
import { catalogueHandlers } from './catalogue/handlers.ts'
import { chatHandlers } from './chat/handlers.ts'
import { contentHandlers } from './content/handlers.ts'
import { demandsHandlers } from './demands/handlers.ts'
import { liveHandlers } from './live/handlers.ts'
import { operationsHandlers } from './operations/handlers.ts'
import { ordersHandlers } from './orders/handlers.ts'
import { projectsHandlers } from './projects/handlers.ts'
import { referenceHandlers } from './reference/handlers.ts'
import { shopsHandlers } from './shops/handlers.ts'
import type { Context, Handlers } from './handler.ts'

const handlers = {
  accounts: accountsHandlers,
  catalogue: catalogueHandlers,
  chat: chatHandlers,
  content: contentHandlers,
  demands: demandsHandlers,
  live: liveHandlers,
  operations: operationsHandlers,
  orders: ordersHandlers,
  projects: projectsHandlers,
  reference: referenceHandlers,
  shops: shopsHandlers,
} satisfies { [D in Domain]: Handlers<Contract[D]> }

/**
 * A handler whose types the contract has already checked, for the one loop that runs them all.
 * Written as a method because those compare their parameters both ways.
 */
type Untyped = { run(input: unknown, context: Context): Promise<unknown> }['run']

export interface Entry {
  /** `domain.name`, as in the contract. */
  readonly name: string
  readonly call: Call
  readonly handler: Untyped
}

function entriesOf(domain: string, calls: Record<string, Call>, of: Record<string, Untyped>): Entry[] {
  return Object.entries(calls).map(([name, call]) => {
    const handler = of[name]
    if (handler === undefined) throw new Error(`src/server/${domain}/handlers.ts lacks ${name}`)
    return { name: `${domain}.${name}`, call, handler }
  })
}

const entries: readonly Entry[] = Object.entries(contract).flatMap(([domain, calls]) =>
  entriesOf(domain, calls, Object.entries(handlers).find(([name]) => name === domain)?.[1] ?? {}),
)

/** Every call by its path below /api. */
export const entryByPath: ReadonlyMap<string, Entry> = new Map(entries.map((entry) => [entry.call.path, entry]))
/** Every call by `domain.name`. */
export const entryByName: ReadonlyMap<string, Entry> = new Map(entries.map((entry) => [entry.name, entry]))
