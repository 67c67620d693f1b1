import type { Answer, Failure } from '../../contract/envelope.ts'
import type { ListingKind } from '../../domain/catalogue/listing.ts'
import { intentionDone, intentionKey } from '../intention.ts'
import { callsOf, type SavedListing } from './listing-calls.ts'
import { forget, leave, opened, reload, values } from './listing-form.ts'

/** Keeps what was typed as a new draft beside the listing that somebody else changed. */
export async function keepCopy(kind: ListingKind): Promise<Answer<SavedListing>> {
  const calls = callsOf(kind)
  const now = values.get() ?? calls.empty().values
  const specs = now.specs.map((spec) => ({ ...spec, specId: null, was: null }))
  const copy = { ...now, specs }
  const intention = `copy:${kind}:${JSON.stringify(copy)}`
  const answer = await calls.create(copy, false, intentionKey(intention))
  if (answer.ok) {
    intentionDone(intention)
    forget()
  }
  return answer
}

/** Takes back from the review, or drops a change that is not in force. Then the form stands as the server has it. */
export async function takeBack(kind: ListingKind, what: 'withdraw' | 'drop'): Promise<Failure | null> {
  const now = opened.get()
  const id = now.at === 'ready' ? now.content.id : null
  if (id === null) return null
  leave()
  const answer = await (what === 'drop' ? callsOf(kind).drop(id) : withdraw(kind, id))
  if (!answer.ok) return answer.failure
  await reload()
  return null
}

/** A listing that the review has decided on meanwhile cannot be taken back any more. */
async function withdraw(kind: ListingKind, id: number): Promise<Answer<unknown>> {
  const answer = await callsOf(kind).change([id], 'withdraw')
  const [failed] = answer.ok ? answer.content.failed : []
  return failed === undefined ? answer : { ok: false, failure: { code: 1020, message: failed.message, content: null } }
}
