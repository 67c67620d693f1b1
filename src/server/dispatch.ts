import type { z } from 'zod'
import type { Call } from '../contract/call.ts'
import { envelopeOf, success, type Envelope } from '../contract/envelope.ts'
import { CallFailed, type FieldFault } from '../contract/failures.ts'
import { fieldMessage } from '../contract/field-messages.ts'
import type { Context, RequestFacts } from './handler.ts'
import type { Entry } from './handlers.ts'
import { recordOperation } from './operations/operation-log.ts'
import { once } from './operations/once.ts'
import type { Runtime } from './runtime.ts'
import { authorise } from './session/authorise.ts'
import { findCaller } from './session/find-caller.ts'

export interface Outcome {
  readonly envelope: Envelope
  readonly cookies: readonly string[]
}

/**
 * One call from start to end: session, rate limit, access, input, handler, output, envelope.
 * HTTP and the pages' in-process client both come through here. A function as `raw` is a body that is still to be
 * read: a large one is taken only from somebody who may make the call.
 */
export async function dispatch(runtime: Runtime, entry: Entry, raw: unknown, request: RequestFacts): Promise<Outcome> {
  const cookies: string[] = []
  const later: (() => unknown)[] = []
  const started = performance.now()
  const envelope = await answer(runtime, entry, raw, request, { cookies, later }).catch((thrown: unknown) => {
    if (!(thrown instanceof CallFailed)) runtime.log.error({ err: thrown, path: entry.call.path }, 'call failed')
    return envelopeOf(thrown)
  })
  for (const what of later) void Promise.try(what).catch((err: unknown) => runtime.log.warn({ err }, 'after a call'))
  runtime.metrics.call(entry.call.path, envelope.code, (performance.now() - started) / 1000)
  return { envelope, cookies }
}

async function answer(
  runtime: Runtime,
  { name, call, handler }: Entry,
  raw: unknown,
  request: RequestFacts,
  gathered: { cookies: string[]; later: (() => unknown)[] },
): Promise<Envelope> {
  const { db, config, push, pages, limits, providers, jobs } = runtime
  const found = request.token === undefined ? null : await findCaller(db, request)
  if (request.ip !== undefined) await limits.take(found === null ? request.ip : `u${found.userId}`, call)
  const caller = authorise(call.access, found)
  const input = parseInput(call, typeof raw === 'function' ? await raw() : raw)
  let detail = ''
  const context: Omit<Context, 'db' | 'after'> = {
    ...{ caller, config, push, pages, limits, providers, jobs, request },
    note: (text) => (detail = text),
    setCookie: (cookie) => gathered.cookies.push(cookie),
  }
  const later: (() => unknown)[] = []
  const run = async (on: typeof db) => {
    const output = call.output.parse(await handler(input, { ...context, db: on, after: (what) => later.push(what) }))
    if (call.logs !== undefined && caller !== null) {
      await recordOperation(on, { ...caller, request }, { call: name, action: call.logs, detail })
    }
    return output
  }
  const key = { userId: caller?.userId ?? 0, path: call.path, key: request.idempotencyKey, input }
  const content = call.idempotent === true ? await once(db, key, run) : await run(db)
  gathered.later.push(...later)
  return success(content)
}

function parseInput(call: Call, raw: unknown): unknown {
  const parsed = call.input.safeParse(raw, { error: fieldMessage })
  if (parsed.success) return parsed.data
  throw new CallFailed('invalidInput', parsed.error.issues.map(fault))
}

const fault = (issue: z.core.$ZodIssue): FieldFault => ({ field: issue.path.join('.'), message: issue.message })
