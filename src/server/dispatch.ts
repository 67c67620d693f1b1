import type { z } from 'zod'
import type { Call } from '../contract/call.ts'
import { coerce } from '../contract/coerce.ts'
import { envelopeOf, success, type Envelope } from '../contract/envelope.ts'
import { CallFailed, failedFor, securityFailures, type FieldError } from '../contract/failures.ts'
import { fieldMessage } from '../contract/field-messages.ts'
import { unknownFields } from '../contract/unknown-fields.ts'
import { databaseFailure } from '../db/errors.ts'
import { overloadedMessage } from '../domain/operations/admission-limit.ts'
import { admitToLane, inLane, markWorkFaulty } from '../db/lanes.ts'
import { CommittedFailure } from './platform/committed-failure.ts'
import type { Caller, Context, RequestFacts } from './handler.ts'
import type { Entry } from './handlers.ts'
import { jsonTextOf } from './json-text.ts'
import type { ActionSubject } from '../domain/operations/action-subjects.ts'
import { operationInsert } from './platform/history/operation-log.ts'
import { recordPlatformAction } from './platform/history/platform-actions.ts'
import { runOnce } from './platform/idempotency/run-once.ts'
import type { Runtime } from './runtime.ts'
import { authorise } from './session/authorise.ts'
import { findSession, type FoundSession } from './session/find-caller.ts'
import { findKeyHolder } from './session/find-key-holder.ts'

export interface Outcome {
  readonly envelope: Envelope
  readonly cookies: readonly string[]
  /** Headers of the answer to a call with an API key: what is left of its limit. */
  readonly headers?: Readonly<Record<string, string>>
}

/**
 * Runs a call: session, rate limit, access, input, handler, output, envelope. Used by HTTP and by the in-process client
 * of pages. A function as `raw` reads the body later, so that large bodies are accepted only from authorised callers.
 */
export async function dispatch(runtime: Runtime, entry: Entry, raw: unknown, request: RequestFacts): Promise<Outcome> {
  const cookies: string[] = []
  const later: (() => unknown)[] = []
  const started = performance.now()
  const about: CallSubject = {}
  const headers: Record<string, string> = {}
  const lane = {
    key: entry.name.split('.', 1)[0] ?? '',
    first: entry.call.first === true,
    patience: runtime.database.patience,
  }
  const work = inLane(lane, async () => {
    const leave = isAdmissionLimited(entry.call, request)
      ? await admitToLane(runtime.publicCalls, (end) => end)
      : undefined
    return runCall(runtime, entry, raw, request, { cookies, later, about, headers }).finally(leave)
  })
  const envelope = await work.catch((thrown: unknown) => {
    const fault = databaseFailure(thrown)
    if (fault !== undefined) {
      markWorkFaulty()
      const level = reasonOf(thrown) === overloadedMessage ? 'debug' : 'warn'
      runtime.log[level]({ reason: fault, path: entry.call.path, why: reasonOf(thrown) }, 'not done')
      return envelopeOf(failedFor(fault, retrySeconds))
    }
    if (!(thrown instanceof CallFailed)) runtime.log.error({ err: thrown, path: entry.call.path }, 'call failed')
    else if (securityFailures.has(thrown.failure)) later.push(() => noteRefusal(runtime, entry, thrown, request, about))
    return envelopeOf(thrown)
  })
  for (const what of later) void Promise.try(what).catch((err: unknown) => runtime.log.warn({ err }, 'after a call'))
  await runtime.pages.spreading()
  runtime.metrics.call(entry.call.path, envelope.code, (performance.now() - started) / 1000)
  return { envelope, cookies, headers }
}

/** A write of an operator: it and its row of `platform_actions` are one transaction. */
const isOperatorWrite = ({ access, reads }: Call): boolean => access.who === 'operator' && reads !== true

/** `retry-after` seconds of a call that failed because of the database. */
const retrySeconds = 5

/**
 * Whether a call is subject to the admission limit of public calls. Forms are excluded because they last as long as
 * the upload, and calls of pages because pages have their own limit.
 */
const isAdmissionLimited = ({ access, first, multipart }: Call, { ip }: RequestFacts): boolean =>
  access.who === 'public' && first !== true && multipart !== true && ip !== undefined

/** Message of the innermost error, without query text or values. */
const reasonOf = (thrown: unknown): string =>
  thrown instanceof Error ? (thrown.cause === undefined ? thrown.message : reasonOf(thrown.cause)) : String(thrown)

/** The account that a call is about, where known. */
interface CallSubject {
  userId?: number | undefined
  /** Looks up the named account when a call is refused. */
  find?: () => Promise<number | undefined>
}

/** Runs after the response, so that timing does not reveal whether an account exists. */
async function noteRefusal(
  { refusals }: Runtime,
  { call: { path } }: Entry,
  { failure }: CallFailed,
  { ip = '', token }: RequestFacts,
  { userId, find }: CallSubject,
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

async function runCall(
  runtime: Runtime,
  { name, call, handler }: Entry,
  raw: unknown,
  request: RequestFacts,
  gathered: {
    cookies: string[]
    later: (() => unknown)[]
    about: CallSubject
    headers: Record<string, string>
  },
): Promise<Envelope> {
  const { db, config, push, pages, limits, providers, jobs } = runtime
  const { caller: found, halfMissingOf, isIdle } = await findRequester(runtime, call, request, gathered.headers)
  gathered.about.userId = found?.userId ?? halfMissingOf
  if (halfMissingOf !== undefined) {
    const { ip: address = '' } = request
    runtime.refusals.note({ reason: 'sessionHalfMissing', path: call.path, address, userId: halfMissingOf })
  }
  if (request.ip !== undefined) {
    await limits.take(limitedAs(found, request.ip), call)
  }
  if (request.apiKey !== undefined && call.byKey !== true) throw new CallFailed('apiKeyCall')
  const caller = authorise(call.access, found, isIdle)
  const isViewing = caller?.viewerId !== undefined && call.viewing !== 'open'
  if (isViewing && (call.reads !== true || call.viewing === 'closed')) throw new CallFailed('viewOnly')
  const input = readInput(runtime, call, typeof raw === 'function' ? await raw() : raw)
  let detail = ''
  let subject: ActionSubject | undefined
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
    note: (text, about) => {
      detail = text
      subject = about
    },
    setCookie: (cookie) => gathered.cookies.push(cookie),
  }
  const later: (() => unknown)[] = []
  const run = async (on: typeof db) => {
    const given = await handler(input, { ...context, db: on, after: (what) => later.push(what) })
    // A content with a known JSON text consists of validated parts.
    const output = jsonTextOf(given) === undefined ? call.output.parse(given) : given
    if (isOperatorWrite(call) && caller !== null) {
      const done = { call: name, action: call.logs ?? call.summary, detail, subject, input }
      await recordPlatformAction(on, caller, request, done)
    }
    return output
  }
  // Every write with a key leaves a line, with the key in it.
  const action = call.logs ?? (caller?.key !== undefined && call.reads !== true ? call.summary : undefined)
  const logOf = (on: typeof db) =>
    action === undefined || caller === null || isOperatorWrite(call)
      ? undefined
      : operationInsert(on, { ...caller, request }, { call: name, action, detail: `${detail}${keyNote(caller)}` })
  const runLogged = async (on: typeof db) => {
    const output = await run(on)
    await logOf(on)
    return output
  }
  const { userId = 0, companyId = null } = caller ?? {}
  const onceRequest = { call, userId, companyId, key: request.idempotencyKey, input }
  const work =
    call.idempotent === true
      ? runOnce(db, onceRequest, run, logOf)
      : isOperatorWrite(call)
        ? db.transaction(run)
        : isViewing
          ? db.transaction(run, { accessMode: 'read only' })
          : runLogged(db)
  const content = await work.catch((thrown: unknown) => {
    if (thrown instanceof CommittedFailure) gathered.later.push(...later)
    throw thrown
  })
  gathered.later.push(...later)
  return success(content)
}

/**
 * The holder of the request's API key, else of its session. Counts calls of a key, which have a limit together; refused
 * keys count for their address, as calls without a session do.
 */
async function findRequester(
  { db, config, limits }: Runtime,
  call: Call,
  request: RequestFacts,
  headers: Record<string, string>,
): Promise<FoundSession> {
  if (request.apiKey === undefined) return findSession(db, request, config)
  const caller = await findKeyHolder(db, request).catch(async (refused: unknown) => {
    if (request.ip !== undefined) await limits.take(request.ip, call)
    throw refused
  })
  if (caller.key !== undefined) {
    const { limit, remaining, resetSeconds, exceeded } = await limits.takeOfKey(caller.key.id)
    headers['ratelimit-limit'] = String(limit)
    headers['ratelimit-remaining'] = String(remaining)
    headers['ratelimit-reset'] = String(resetSeconds)
    if (exceeded) throw failedFor('tooMany', resetSeconds)
  }
  return { caller }
}

/** Whose calls are counted: a key has counts of its own, so that a program does not slow the person down. */
const limitedAs = (found: Caller | null, ip: string): string =>
  found === null ? ip : found.key === undefined ? `u${found.viewerId ?? found.userId}` : `k${found.key.id}`

/** How the operation log names the key of a call. */
const keyNote = ({ key }: Caller): string => (key === undefined ? '' : `（密钥 ${key.name} ${key.prefix}…）`)

/**
 * Parses the input of a call. Text is coerced to numbers or booleans only where the body does not validate as it is.
 * Unknown fields are rejected in our own calls, and logged in those of the specification.
 */
function readInput({ droppedFields }: Pick<Runtime, 'droppedFields'>, call: Call, raw: unknown): unknown {
  const asGiven = call.input.safeParse(raw, { error: fieldMessage })
  const body = asGiven.success ? raw : coerce(call.input, raw)
  const parsed = asGiven.success ? asGiven : call.input.safeParse(body, { error: fieldMessage })
  const fieldErrors = parsed.error?.issues.map(fieldErrorOf) ?? []
  const unknown = unknownFields(call.input, body)
  if (unknown.length > 0 && call.ours !== true) droppedFields.note(call.path, unknown)
  else if (unknown.length > 0)
    throw new CallFailed('unknownField', [...unknown.slice(0, 20).map(unknownFieldError), ...fieldErrors])
  if (parsed.success) return parsed.data
  throw new CallFailed('invalidInput', fieldErrors)
}

const unknownFieldError = (field: string): FieldError => ({
  field: field.slice(0, 200),
  message: '该接口没有这一项，请核对名称',
})

const fieldErrorOf = (issue: z.core.$ZodIssue): FieldError => ({ field: issue.path.join('.'), message: issue.message })
