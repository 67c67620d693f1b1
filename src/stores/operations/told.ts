import { isCentreNews, type CentreNews } from '../../domain/chat/centre-news.ts'
import { isDeskNews, type DeskNews } from '../../domain/chat/desk.ts'
import { isQuestionsChanged, type QuestionsChanged } from '../../domain/live/question-rules.ts'
import { isTold, type Told } from '../../domain/operations/told.ts'

/**
 * A notice that came, what its person did to their messages elsewhere, or the moment after which some may have been
 * missed: connected again, awake again.
 */
export type Heard = Told | CentreNews | DeskNews | QuestionsChanged | { readonly kind: 'awake' }

type Hearer = (heard: Heard) => void
const hearers = new Set<Hearer>()

/** Hears of everything that this person is told while the page is open. Returns the way to stop. */
export function onTold(hearer: Hearer): () => void {
  hearers.add(hearer)
  return () => void hearers.delete(hearer)
}

/** For the push line only. */
export function passOn(message: unknown): void {
  if (isQuestionsChanged(message) || isTold(message) || isCentreNews(message) || isDeskNews(message))
    for (const hearer of hearers) hearer(message)
}
export function passAwake(): void {
  for (const hearer of hearers) hearer({ kind: 'awake' })
}
