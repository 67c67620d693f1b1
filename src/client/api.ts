import type { z } from 'zod'
import type { Call } from '../contract/call.ts'
import type { Contract, Domain } from '../contract/contract.ts'
import type { Answer } from '../contract/envelope.ts'

/** What a caller may add to one call. */
export interface CallOptions {
  /** For calls that need one: the same key for every retry of the same submission. */
  readonly idempotencyKey?: string
}

type Caller<C> =
  C extends Call<infer _W, infer I, infer O>
    ? (input: z.input<I>, options?: CallOptions) => Promise<Answer<z.output<O>>>
    : never

/** Every call of the contract as a function: `api.demands.deal({ offerId })`. */
export type Api = {
  readonly [D in Domain]: {
    readonly [K in keyof Contract[D]]: Caller<Contract[D][K]>
  }
}

/** Makes one call by its `domain.name`. */
export type Transport = (name: string, input: unknown, options: CallOptions) => Promise<Answer<unknown>>

/** The functions of the contract over a transport. */
export function apiOver(transport: Transport): Api {
  const domains = new Map<string, unknown>()
  const functions = (domain: string) =>
    new Proxy(
      {},
      {
        get:
          (_target, name) =>
          (input: unknown, options: CallOptions = {}) =>
            transport(`${domain}.${String(name)}`, input, options),
      },
    )
  const api: unknown = new Proxy(
    {},
    {
      get: (_target, domain) => {
        const name = String(domain)
        const known = domains.get(name) ?? functions(name)
        domains.set(name, known)
        return known
      },
    },
  )
  // The only cast: the server has checked input and output against the same contract.
  return api as Api
}
