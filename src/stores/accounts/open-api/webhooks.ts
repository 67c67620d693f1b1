import { atom, type ReadableAtom } from 'nanostores'
import { z } from 'zod'
import { api } from '../../../client/browser.ts'
import { openApiCalls, type WebhookRow } from '../../../contract/accounts/open-api.ts'
import { webhookTopics, type WebhookTopic } from '../../../domain/accounts/webhooks.ts'
import { createForm } from '../../form-store.ts'
import { loadable, type Loaded } from '../../loadable.ts'
import { rowActions, rowDecision } from '../../row-decision.ts'

const list = loadable<readonly WebhookRow[]>()
export const webhookList: ReadableAtom<Loaded<readonly WebhookRow[]>> = list.state
export const loadWebhooks = (): Promise<void> => list.load(() => api.accounts.webhooks({}))

const webhookValues = z.object({ url: z.string(), topics: z.array(z.enum(webhookTopics)) })
type WebhookValues = z.output<typeof webhookValues>

/** Dialog: nothing, the form of a new or shown endpoint, or a new secret, which is shown this once. */
export type WebhookDialog =
  | { readonly is: 'none' }
  | { readonly is: 'new' }
  | { readonly is: 'edit'; readonly webhookId: number }
  | { readonly is: 'made'; readonly secret: string; readonly rotated: boolean }
export const webhookDialog = atom<WebhookDialog>({ is: 'none' })

export const webhookForm = createForm({
  schema: openApiCalls.webhookSave.input,
  inputOf: (values: WebhookValues) => values,
  submit: async (input) => {
    const now = webhookDialog.get()
    if (now.is !== 'edit') return api.accounts.webhookSave(input)
    const { webhookId } = now
    const answer = await api.accounts.webhookUpdate({ ...input, webhookId })
    return answer.ok ? { ok: true, content: { webhookId, secret: '' } } : answer
  },
})

export function openNewWebhook(): void {
  webhookForm.start({ url: '', topics: ['order.moved', 'payment.moved'] })
  webhookDialog.set({ is: 'new' })
}
export function openWebhookEdit({ webhookId, url, topics }: WebhookRow): void {
  webhookForm.start({ url, topics })
  webhookDialog.set({ is: 'edit', webhookId })
}
export const closeWebhookDialog = (): void => webhookDialog.set({ is: 'none' })

export function toggleTopic(topic: WebhookTopic, on: boolean): void {
  const chosen = webhookForm.values.get()?.topics ?? []
  webhookForm.set('topics', on ? [...chosen, topic] : chosen.filter((each) => each !== topic))
}

export async function saveWebhook(): Promise<void> {
  const isNew = webhookDialog.get().is === 'new'
  const saved = await webhookForm.submit()
  if (saved === undefined) return
  webhookDialog.set(isNew ? { is: 'made', secret: saved.secret, rotated: false } : { is: 'none' })
  await loadWebhooks()
}

interface Named {
  readonly webhookId: number
  readonly url: string
}
export const webhookRotation = rowDecision<Named, void>(async ({ webhookId }) => {
  const answer = await api.accounts.webhookRotate({ webhookId })
  if (answer.ok) webhookDialog.set({ is: 'made', secret: answer.content.secret, rotated: true })
  return answer
}, loadWebhooks)
export const webhookRemoval = rowDecision<Named, void>(
  ({ webhookId }) => api.accounts.webhookDelete({ webhookId }),
  loadWebhooks,
)

/** Actions that need no confirmation. */
export const webhookActions = rowActions<'test' | 'start' | 'stop'>(
  (webhookId, event) =>
    event === 'test'
      ? api.accounts.webhookTest({ webhookId })
      : api.accounts.webhookSwitch({ webhookId, active: event === 'start' }),
  loadWebhooks,
)
