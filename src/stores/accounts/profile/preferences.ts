import { atom } from 'nanostores'
import { api } from '../../../client/browser.ts'
import type { Preferences } from '../../../contract/accounts/preferences.ts'
import type { Failure } from '../../../contract/envelope.ts'
import { channelsOf, type Channel, type NotificationEvent } from '../../../domain/accounts/notifications.ts'
import { loadable } from '../../loadable.ts'

const part = loadable<Preferences>()
/** Channels by event and invoice kind; changes are shown at once and autosaved. */
export const preferences = part.state

/** Save state; after `failed` the change was reverted. */
export type PreferencesSave =
  | { readonly at: 'idle' }
  | { readonly at: 'saving' }
  | { readonly at: 'saved' }
  | { readonly at: 'failed'; readonly failure: Failure }
export const preferencesSave = atom<PreferencesSave>({ at: 'idle' })

/** Last state confirmed by the server, for reverting. */
let serverPreferences: Preferences | undefined
/** Saves run one after the other, so that the last choice wins. */
let queue: Promise<void> = Promise.resolve()
let waiting = 0

export async function loadPreferences(): Promise<void> {
  await part.load(() => api.accounts.preferences({}))
  const now = preferences.get()
  if (now.at === 'ready') serverPreferences = now.content
}

/** Saves a change; a failure reverts only this change. */
function savePreferences(
  change: Partial<Preferences>,
  undo: (shown: Preferences, kept: Preferences) => Preferences,
): Promise<void> {
  waiting += 1
  preferencesSave.set({ at: 'saving' })
  const run = async () => {
    const { addressId: _book, ...rest } = change
    const answer = await api.accounts.preferencesSave(rest)
    waiting -= 1
    if (answer.ok) {
      serverPreferences = answer.content
      if (waiting === 0 && preferencesSave.get().at === 'saving') preferencesSave.set({ at: 'saved' })
      return
    }
    const before = serverPreferences
    if (before !== undefined) part.update((shown) => undo(shown, before))
    preferencesSave.set({ at: 'failed', failure: answer.failure })
  }
  queue = queue.then(run)
  return queue
}

/** Enables or disables a channel of an event. */
export function setChannel(event: NotificationEvent, channel: Channel, on: boolean): Promise<void> {
  const now = preferences.get()
  if (now.at !== 'ready') return queue
  const before = now.content.notifications[event] ?? []
  const wanted = on ? [...before, channel] : before.filter((one) => one !== channel)
  const channels = [...channelsOf(event, { [event]: wanted })]
  const put = (shown: Preferences, list: Channel[]): Preferences => ({
    ...shown,
    notifications: { ...shown.notifications, [event]: list },
  })
  part.update((shown) => put(shown, channels))
  return savePreferences({ notifications: { [event]: channels } }, (shown, held) =>
    put(shown, held.notifications[event] ?? []),
  )
}

/** Sets the default invoice kind of the checkout. */
export function setInvoiceKind(invoiceKind: Preferences['invoiceKind']): Promise<void> {
  if (preferences.get().at !== 'ready') return queue
  part.update((shown) => ({ ...shown, invoiceKind }))
  return savePreferences({ invoiceKind }, (shown, held) => ({ ...shown, invoiceKind: held.invoiceKind }))
}
