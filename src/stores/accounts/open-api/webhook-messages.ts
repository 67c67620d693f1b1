import { atom, type ReadableAtom } from 'nanostores'
import { api } from '../../../client/browser.ts'
import type { WebhookMessageDetail } from '../../../contract/accounts/open-api.ts'
import { webhookMessageStatuses } from '../../../domain/accounts/webhooks.ts'
import { filteredList } from '../../filtered-list.ts'
import { loadable, type Loaded } from '../../loadable.ts'
import { rowActions } from '../../row-decision.ts'

export const messageList = filteredList(
  webhookMessageStatuses,
  ({ current, pageSize, status }) =>
    api.accounts.webhookMessages({ current, pageSize, ...(status !== undefined && { status }) }),
  { fixed: { tab: 'messages' } },
)

/** Id of the message whose details are open; null = none. */
export const openedMessage = atom<number | null>(null)
const detail = loadable<WebhookMessageDetail>()
export const messageDetail: ReadableAtom<Loaded<WebhookMessageDetail>> = detail.state

export async function loadMessage(): Promise<void> {
  const id = openedMessage.get()
  if (id !== null) await detail.load(() => api.accounts.webhookMessage({ id }))
}
export function openMessage(id: number): void {
  detail.reset()
  openedMessage.set(id)
  void loadMessage()
}
export const closeMessage = (): void => openedMessage.set(null)

/** Sends a message again. */
export const messageActions = rowActions<'repeat'>(
  (id) => api.accounts.webhookRepeat({ id }),
  async () => {
    await Promise.all([messageList.load(), loadMessage()])
  },
)
