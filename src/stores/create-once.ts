import { z } from 'zod'
import type { Answer, Failure } from '../contract/envelope.ts'

/** A creation request persisted until it is answered, so that resending it creates no duplicate. */
export interface PendingCreation<V> {
  readonly key: string
  readonly values: V
  readonly submit: boolean
}

/** Local copy of a form that is also saved on the server. */
export interface PersistedForm<V> {
  /** Version of the server's copy when the form was opened. */
  readonly version: number
  readonly values: V
  readonly creation?: PendingCreation<V> | undefined
}
/** Schema of `PersistedForm` for a values schema. */
export const persistedFormSchema = <V>(values: z.ZodType<V>): z.ZodType<PersistedForm<V>> =>
  z.object({
    version: z.number(),
    values,
    creation: z.object({ key: z.string(), values, submit: z.boolean() }).optional(),
  })

interface Saved {
  readonly id: number
  readonly version: number
}
interface Calls<V, S> {
  /** Repeated with the same `idempotencyKey`, only one row is created. */
  readonly create: (values: V, submit: boolean, idempotencyKey: string) => Promise<Answer<S>>
  readonly update: (id: number, version: number, values: V, submit: boolean) => Promise<Answer<S>>
}
interface PendingOptions<V, S> {
  /** The creation sent earlier without an answer. */
  readonly pending: PendingCreation<V> | undefined
  /** Persists the pending creation, or clears it. */
  readonly savePending: (creation: PendingCreation<V> | undefined) => void
  /** Called when an earlier request turns out to have created the row. */
  readonly onCreated: (saved: S, sent: V) => void
}

/** Whether nothing was created: an earlier success with the same key would have been returned. */
const isRefused = ({ code }: Failure) => code >= 1000 || code === 400
export const isSameJson = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

/**
 * Creates a row once. An unanswered earlier request is repeated first, since it may have succeeded; later edits are then
 * saved as an update.
 */
export async function createOnce<V, S extends Saved>(
  calls: Calls<V, S>,
  values: V,
  submit: boolean,
  { pending, savePending, onCreated }: PendingOptions<V, S>,
): Promise<Answer<S>> {
  const send = async (creation: PendingCreation<V>) => {
    savePending(creation)
    const answer = await calls.create(creation.values, creation.submit, creation.key)
    if (answer.ok || isRefused(answer.failure)) savePending(undefined)
    return answer
  }
  if (pending === undefined) return send({ key: crypto.randomUUID(), values, submit })
  const first = await send(pending)
  if (pending.submit === submit && isSameJson(pending.values, values)) return first
  if (!first.ok) return isRefused(first.failure) ? send({ key: crypto.randomUUID(), values, submit }) : first
  onCreated(first.content, pending.values)
  return calls.update(first.content.id, first.content.version, values, submit)
}
