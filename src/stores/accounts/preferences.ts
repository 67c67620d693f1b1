import { atom } from 'nanostores'
import { api } from '../../client/browser.ts'
import type { Preferences } from '../../contract/accounts/preferences.ts'
import type { Failure } from '../../contract/envelope.ts'
import { channelsOf, type Channel, type NotificationEvent } from '../../domain/accounts/notifications.ts'
import { loadable } from '../loaded.ts'

const part = loadable<Preferences>()
/** Channels by event and the invoice kind; what is chosen shows at once and is saved by itself. */
export const preferences = part.state

/** How the saving goes. `failed` says what was put back. */
export type Keeping =
  | { readonly at: 'idle' }
  | { readonly at: 'saving' }
  | { readonly at: 'saved' }
  | { readonly at: 'failed'; readonly failure: Failure }
export const keeping = atom<Keeping>({ at: 'idle' })

/** What the server holds, to go back to. */
let kept: Preferences | undefined
/** One saving after the other, so that the last choice is the one that stays. */
let queue: Promise<void> = Promise.resolve()
let waiting = 0

export async function load(): Promise<void> {
  await part.load(() => api.accounts.preferences({}))
  const now = preferences.get()
  if (now.at === 'ready') kept = now.content
}

/** Saves what was chosen; a refusal puts the one thing back and leaves the others. */
function save(
  change: Partial<Preferences>,
  undo: (shown: Preferences, kept: Preferences) => Preferences,
): Promise<void> {
  waiting += 1
  keeping.set({ at: 'saving' })
  const run = async () => {
    const { addressId: _book, ...rest } = change
    const answer = await api.accounts.preferencesSave(rest)
    waiting -= 1
    if (answer.ok) {
      kept = answer.content
      if (waiting === 0 && keeping.get().at === 'saving') keeping.set({ at: 'saved' })
      return
    }
    const before = kept
    if (before !== undefined) part.change((shown) => undo(shown, before))
    keeping.set({ at: 'failed', failure: answer.failure })
  }
  queue = queue.then(run)
  return queue
}

/** Turns one channel of one event on or off. */
export function choose(event: NotificationEvent, channel: Channel, on: boolean): Promise<void> {
  const now = preferences.get()
  if (now.at !== 'ready') return queue
  const before = now.content.notifications[event] ?? []
  const wanted = on ? [...before, channel] : before.filter((one) => one !== channel)
  const channels = [...channelsOf(event, { [event]: wanted })]
  const put = (shown: Preferences, list: Channel[]): Preferences => ({
    ...shown,
    notifications: { ...shown.notifications, [event]: list },
  })
  part.change((shown) => put(shown, channels))
  return save({ notifications: { [event]: channels } }, (shown, held) => put(shown, held.notifications[event] ?? []))
}

/** The invoice kind that order confirmation starts with. */
export function chooseInvoice(invoiceKind: Preferences['invoiceKind']): Promise<void> {
  if (preferences.get().at !== 'ready') return queue
  part.change((shown) => ({ ...shown, invoiceKind }))
  return save({ invoiceKind }, (shown, held) => ({ ...shown, invoiceKind: held.invoiceKind }))
}
