import type { z } from 'zod'
import type { Call } from '../contract/call.ts'
import { envelopeOf, success, type Envelope } from '../contract/envelope.ts'
import { CallFailed, failedFor, securityFailures, type FieldFault } from '../contract/failures.ts'
import { fieldMessage } from '../contract/field-messages.ts'
import { databaseFault } from '../db/faults.ts'
import { overloadedMessage } from '../domain/operations/admission-limit.ts'
import { admit, inLane, noteFaulty } from '../db/lanes.ts'
import type { Context, RequestFacts } from './handler.ts'
import type { Entry } from './handlers.ts'
import { recordOperation } from './operations/operation-log.ts'
import { once } from './operations/once.ts'
import type { Runtime } from './runtime.ts'
import { authorise } from './session/authorise.ts'
import { findSession } from './session/find-caller.ts'

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
  const about: About = {}
  const lane = {
    key: entry.name.split('.', 1)[0] ?? '',
    first: entry.call.first === true,
    patience: runtime.database.patience,
  }
  const work = inLane(lane, async () => {
    const leave = isHeldBack(entry.call, request) ? await admit(runtime.publicCalls, (end) => end) : undefined
    return answer(runtime, entry, raw, request, { cookies, later, about }).finally(leave)
  })
  const envelope = await work.catch((thrown: unknown) => {
    const fault = databaseFault(thrown)
    if (fault !== undefined) {
      noteFaulty()
      const level = reasonOf(thrown) === overloadedMessage ? 'debug' : 'warn'
      runtime.log[level]({ reason: fault, path: entry.call.path, why: reasonOf(thrown) }, 'not done')
      return envelopeOf(failedFor(fault, retrySeconds))
    }
    if (!(thrown instanceof CallFailed)) runtime.log.error({ err: thrown, path: entry.call.path }, 'call failed')
    else if (securityFailures.has(thrown.failure)) later.push(() => noteRefusal(runtime, entry, thrown, request, about))
    return envelopeOf(thrown)
  })
  for (const what of later) void Promise.try(what).catch((err: unknown) => runtime.log.warn({ err }, 'after a call'))
  runtime.metrics.call(entry.call.path, envelope.code, (performance.now() - started) / 1000)
  return { envelope, cookies }
}

/** Seconds after which a call is worth trying again that the database could not serve. */
const retrySeconds = 5

/**
 * Whether a call waits while many such calls are worked on: those that anybody may make, without an account. A form
 * takes as long as its sender's line, and pages have waited for their turn already.
 */
const isHeldBack = ({ access, first, multipart }: Call, { ip }: RequestFacts): boolean =>
  access.who === 'public' && first !== true && multipart !== true && ip !== undefined

/** What the innermost error says: no text of a query, no values. */
const reasonOf = (thrown: unknown): string =>
  thrown instanceof Error ? (thrown.cause === undefined ? thrown.message : reasonOf(thrown.cause)) : String(thrown)

/** Whose account a call is about, as far as it got to know. */
interface About {
  userId?: number | undefined
  /** Looks for the account that was named, when somebody is refused. */
  find?: () => Promise<number | undefined>
}

/** After the answer, so that it takes as long for an account that exists as for one that does not. */
async function noteRefusal(
  { refusals }: Runtime,
  { call: { path } }: Entry,
  { failure }: CallFailed,
  { ip = '', token }: RequestFacts,
  { userId, find }: About,
): Promise<void> {
  const isVisitor = failure === 'sessionInvalid' && token === undefined
  refusals.note({
    reason: failure,
    path,
    address: ip,
    userId: userId ?? (await find?.()),
    level: isVisitor ? 'info' : 'warn',
  })
}

async function answer(
  runtime: Runtime,
  { name, call, handler }: Entry,
  raw: unknown,
  request: RequestFacts,
  gathered: { cookies: string[]; later: (() => unknown)[]; about: About },
): Promise<Envelope> {
  const { db, config, push, pages, limits, providers, jobs } = runtime
  const { caller: found, halfMissingOf, isIdle } = await findSession(db, request, config)
  gathered.about.userId = found?.userId ?? halfMissingOf
  if (halfMissingOf !== undefined) {
    const { ip: address = '' } = request
    runtime.refusals.note({ reason: 'sessionHalfMissing', path: call.path, address, userId: halfMissingOf })
  }
  if (request.ip !== undefined) await limits.take(found === null ? request.ip : `u${found.userId}`, call)
  const caller = authorise(call.access, found, isIdle)
  const input = parseInput(call, typeof raw === 'function' ? await raw() : raw)
  let detail = ''
  const context: Omit<Context, 'db' | 'after'> = {
    caller,
    config,
    push,
    pages,
    limits,
    providers,
    jobs,
    request,
    concerns: (find) => (gathered.about.find = find),
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
