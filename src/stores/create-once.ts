import { z } from 'zod'
import type { Answer, Failure } from '../contract/envelope.ts'

/** The sending of something new, kept until its answer came: sent again as it was, it makes no second one. */
export interface Creation<V> {
  readonly key: string
  readonly values: V
  readonly submit: boolean
}

/** What a browser keeps of a form that is kept on the server as well. */
export interface KeptForm<V> {
  /** Count of writes of what the form was opened with. */
  readonly version: number
  readonly values: V
  readonly creation?: Creation<V> | undefined
}
/** Its shape, for values of a shape. */
export const keptFormOf = <V>(values: z.ZodType<V>): z.ZodType<KeptForm<V>> =>
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
  /** `idempotencyKey` belongs to the intention: repeated with it, one is made. */
  readonly create: (values: V, submit: boolean, idempotencyKey: string) => Promise<Answer<S>>
  readonly update: (id: number, version: number, values: V, submit: boolean) => Promise<Answer<S>>
}
interface Around<V, S> {
  /** What was sent and not answered yet. */
  readonly unanswered: Creation<V> | undefined
  /** Keeps what is sent, or forgets it. */
  readonly keep: (creation: Creation<V> | undefined) => void
  /** Hears of one that an earlier sending has made. */
  readonly made: (saved: S, sent: V) => void
}

/** It is not there, whatever was sent before: the same key would have been answered with it. */
const isRefused = ({ code }: Failure) => code >= 1000 || code === 400
export const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

/**
 * Makes something, once. Where an earlier sending was not answered, that one is sent again first, for it may have made
 * it; what was typed since is then a change of it.
 */
export async function createOnce<V, S extends Saved>(
  calls: Calls<V, S>,
  values: V,
  submit: boolean,
  { unanswered, keep, made }: Around<V, S>,
): Promise<Answer<S>> {
  const send = async (creation: Creation<V>) => {
    keep(creation)
    const answer = await calls.create(creation.values, creation.submit, creation.key)
    if (answer.ok || isRefused(answer.failure)) keep(undefined)
    return answer
  }
  if (unanswered === undefined) return send({ key: crypto.randomUUID(), values, submit })
  const first = await send(unanswered)
  if (unanswered.submit === submit && same(unanswered.values, values)) return first
  if (!first.ok) return isRefused(first.failure) ? send({ key: crypto.randomUUID(), values, submit }) : first
  made(first.content, unanswered.values)
  return calls.update(first.content.id, first.content.version, values, submit)
}
