import { type CentreSync, isCentreSync } from '../../domain/chat/centre-sync.ts'
import { isSupportChange, type SupportChange } from '../../domain/chat/support.ts'
import { isQuestionsChanged, type QuestionsChanged } from '../../domain/live/question-rules.ts'

/** A pushed notice: title and path. */
export interface PushNotice {
  readonly kind: 'notice'
  readonly title: string
  /** Own path that leads to it. */
  readonly path: string
}

/** Type guard of pushed notices. */
export function isPushNotice(message: unknown): message is PushNotice {
  if (typeof message !== 'object' || message === null) return false
  const fields = new Map<string, unknown>(Object.entries(message))
  return fields.get('kind') === 'notice' && ['title', 'path'].every((name) => typeof fields.get(name) === 'string')
}

/**
 * A pushed event, or `awake`: the connection was restored or the device woke up, so that events may have been missed.
 */
export type PushEvent = PushNotice | CentreSync | SupportChange | QuestionsChanged | { readonly kind: 'awake' }

type PushListener = (event: PushEvent) => void
const listeners = new Set<PushListener>()

/** Subscribes to push events of the signed-in user. Returns the unsubscribe function. */
export function onPush(listener: PushListener): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Distributes a push message; called by the push connection only. */
export function dispatchPush(message: unknown): void {
  if (isQuestionsChanged(message) || isPushNotice(message) || isCentreSync(message) || isSupportChange(message))
    for (const hearer of listeners) hearer(message)
}
export function dispatchAwake(): void {
  for (const hearer of listeners) hearer({ kind: 'awake' })
}
