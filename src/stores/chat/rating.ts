import { map } from 'nanostores'
import { api } from '../../client/browser.ts'
import type { Failure } from '../../contract/envelope.ts'
import { failures } from '../../contract/failures.ts'
import { ratingContent } from '../../domain/chat/content.ts'
import type { PushedRated } from '../../domain/chat/chat-push.ts'
import { thread } from './thread.ts'
import { reloadThread } from './room.ts'

/** Input and submit state of a rating. */
interface ServiceRating {
  readonly score: number
  readonly words: string
  readonly sending: boolean
  readonly failure: Failure | null
}
const emptyRating: ServiceRating = { score: 0, words: '', sending: false, failure: null }

/** Ratings in progress, by case id. */
export const ratings = map<Record<number, ServiceRating>>({})
export const ratingOf = (all: Readonly<Record<number, ServiceRating>>, caseId: number): ServiceRating =>
  all[caseId] ?? emptyRating

export function changeRating(caseId: number, part: Partial<Pick<ServiceRating, 'score' | 'words'>>): void {
  const now = ratingOf(ratings.get(), caseId)
  if (!now.sending) ratings.setKey(caseId, { ...now, ...part, failure: null })
}

/** Submits a rating once; the input stays on failure. */
export async function submitRating(caseId: number): Promise<void> {
  const now = ratingOf(ratings.get(), caseId)
  if (now.sending || now.score === 0) return
  ratings.setKey(caseId, { ...now, sending: true, failure: null })
  const answer = await api.chat.rateService({ caseId, score: now.score, words: now.words.trim() })
  ratings.setKey(caseId, { ...now, sending: false, failure: answer.ok ? null : answer.failure })
  if (answer.ok) applyRating({ caseId, score: answer.content.score })
  // Already rated by a colleague or on another device: show that rating.
  else if (answer.failure.code === failures.caseRated.code) reloadThread()
}

/** Applies a rating given here, by a colleague or on another device. */
export function applyRating({ caseId, score }: Pick<PushedRated, 'caseId' | 'score'>): void {
  const now = thread.get()
  if (now.at !== 'ready') return
  thread.set({
    ...now,
    messages: now.messages.map((one) =>
      one.content.caseId === caseId ? { ...one, content: ratingContent(one.content.text, caseId, score) } : one,
    ),
  })
}
