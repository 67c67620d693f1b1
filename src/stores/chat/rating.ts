import { map } from 'nanostores'
import { api } from '../../client/browser.ts'
import type { Failure } from '../../contract/envelope.ts'
import { failures } from '../../contract/failures.ts'
import { ratingContent } from '../../domain/chat/content.ts'
import type { PushedRated } from '../../domain/chat/pushed.ts'
import { thread } from './thread.ts'
import { reload } from './room.ts'

/** What is chosen and typed for a visit, and how its sending fares. */
interface Rating {
  readonly score: number
  readonly words: string
  readonly sending: boolean
  readonly failure: Failure | null
}
const nothing: Rating = { score: 0, words: '', sending: false, failure: null }

/** Ratings that are being given, by visit. */
export const ratings = map<Record<number, Rating>>({})
export const ratingOf = (all: Readonly<Record<number, Rating>>, caseId: number): Rating => all[caseId] ?? nothing

export function changeRating(caseId: number, part: Partial<Pick<Rating, 'score' | 'words'>>): void {
  const now = ratingOf(ratings.get(), caseId)
  if (!now.sending) ratings.setKey(caseId, { ...now, ...part, failure: null })
}

/** Sends it once; refused, what was typed stays. */
export async function rate(caseId: number): Promise<void> {
  const now = ratingOf(ratings.get(), caseId)
  if (now.sending || now.score === 0) return
  ratings.setKey(caseId, { ...now, sending: true, failure: null })
  const answer = await api.chat.rateService({ caseId, score: now.score, words: now.words.trim() })
  ratings.setKey(caseId, { ...now, sending: false, failure: answer.ok ? null : answer.failure })
  if (answer.ok) applyRated({ caseId, score: answer.content.score })
  // A colleague or another device was first: the line shows what was given.
  else if (answer.failure.code === failures.caseRated.code) reload()
}

/** Rated here, by a colleague or on another device: the line that asked shows it. */
export function applyRated({ caseId, score }: Pick<PushedRated, 'caseId' | 'score'>): void {
  const now = thread.get()
  if (now.at !== 'ready') return
  thread.set({
    ...now,
    messages: now.messages.map((one) =>
      one.content.caseId === caseId ? { ...one, content: ratingContent(one.content.text, caseId, score) } : one,
    ),
  })
}
