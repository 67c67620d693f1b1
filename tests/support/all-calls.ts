import { accessText } from '../../src/contract/access.ts'
import type { Call } from '../../src/contract/call.ts'
import { contract } from '../../src/contract/contract.ts'

/** One call of the contract with its `domain.name`. */
export interface NamedCall {
  readonly name: string
  readonly call: Call
}

/** All calls of the contract, in order. */
export const allCalls: readonly NamedCall[] = Object.entries(contract).flatMap(([domain, calls]) =>
  Object.entries(calls).map(([name, call]: [string, Call]) => ({ name: `${domain}.${name}`, call })),
)

/** A call's access as one word: `public`, `company:my_orders`. */
export const accessName = ({ access }: Call): string => accessText(access)
