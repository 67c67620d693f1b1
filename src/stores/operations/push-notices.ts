import { isCentreSync, type CentreSync } from '../../domain/chat/centre-sync.ts'
import { isSupportChange, type SupportChange } from '../../domain/chat/support.ts'
import { isQuestionsChanged, type QuestionsChanged } from '../../domain/live/question-rules.ts'
import { isPushNotice, type PushNotice } from '../../domain/operations/push-notice.ts'

/**
 * A pushed event, or `awake`: the connection was restored or the device woke up, so that events may have been missed.
 */
export type PushEvent = PushNotice | CentreSync | SupportChange | QuestionsChanged | { readonly kind: 'awake' }

type PushListener = (heard: PushEvent) => void
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
