import { z } from 'zod'
import type { Answer, Failure } from '../../contract/envelope.ts'
import type { ListingCalls, SavedListing } from './listing-calls.ts'
import { listingValues, type ListingValues } from './listing-values.ts'

/** The sending of a new listing, kept until its answer came: sent again as it was, it makes no second listing. */
const creationShape = z.object({ key: z.string(), values: listingValues, submit: z.boolean() })
export type Creation = z.output<typeof creationShape>
/** What a browser keeps of a form. */
export const keptShape = z.object({
  version: z.number(),
  values: listingValues,
  creation: creationShape.optional(),
})
export type KeptForm = z.output<typeof keptShape>

interface Around {
  /** What was sent and not answered yet. */
  readonly unanswered: Creation | undefined
  /** Keeps what is sent, or forgets it. */
  readonly keep: (creation: Creation | undefined) => void
  /** Hears of a listing that an earlier sending has made. */
  readonly made: (saved: SavedListing, sent: ListingValues) => void
}

/** The listing is not there, whatever was sent before: the same key would have been answered with it. */
const isRefused = ({ code }: Failure) => code >= 1000 || code === 400
export const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

/**
 * Makes a listing, once. Where an earlier sending was not answered, that one is sent again first, for it may have made
 * the listing; what was typed since is then a change of it.
 */
export async function createOnce(
  calls: ListingCalls,
  values: ListingValues,
  submit: boolean,
  { unanswered, keep, made }: Around,
): Promise<Answer<SavedListing>> {
  const send = async (creation: Creation) => {
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
