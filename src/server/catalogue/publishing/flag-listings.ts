import type { Db } from '../../../db/open.ts'
import type { ListingForm } from '../../../domain/catalogue/listing-form.ts'
import type { ListingKind } from '../../../domain/catalogue/listing.ts'
import type { WordList } from '../../../domain/operations/moderation-words.ts'
import { openWordCases, suspiciousWords, type FieldTexts } from '../../operations/moderation/word-list.ts'

/** All texts within a part of a form. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}

/** What a listing shows to visitors, by field. */
export const publishedTexts = (form: ListingForm): FieldTexts => {
  const { title, summary, facts, paragraphs, table, steps, deliverables } = form
  const parts = { facts, paragraphs, table, steps, deliverables }
  const joined = Object.entries(parts).map(([field, part]) => [field, textsIn(part).join('\n')])
  return { title, summary, ...Object.fromEntries(joined) }
}

interface Submitted {
  readonly id: number
  readonly companyId: number
  readonly form: ListingForm
}

/** Opens cases for submitted listings with suspicious words: one statement for any number of them. */
export const flagListings = (
  tx: Db,
  kind: ListingKind,
  words: WordList,
  listings: readonly Submitted[],
): Promise<void> =>
  words.listed.length === 0
    ? Promise.resolve()
    : openWordCases(
        tx,
        listings.map(({ id, companyId, form }) => ({
          kind,
          subjectId: id,
          title: form.title,
          ownerCompanyId: companyId,
          words: suspiciousWords(words, publishedTexts(form)),
        })),
      )
