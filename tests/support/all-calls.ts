import type { Call } from '../../src/contract/call.ts'
import { contract } from '../../src/contract/contract.ts'

/** One call of the contract with its `domain.name`. */
export interface NamedCall {
  readonly name: string
  readonly call: Call
}

/** Every call of the contract, in its order. */
export const allCalls: readonly NamedCall[] = Object.entries(contract).flatMap(([domain, calls]) =>
  Object.entries(calls).map(([name, call]: [string, Call]) => ({ name: `${domain}.${name}`, call })),
)

/** A call's access as one word: `public`, `company:my_orders`. */
export const accessWord = ({ access }: Call): string =>
  access.permission === undefined ? access.who : `${access.who}:${access.permission}`
