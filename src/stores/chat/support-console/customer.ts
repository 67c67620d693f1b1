import { quietApi } from '../../../client/browser.ts'
import type { SupportCustomer } from '../../../contract/chat/support-customer.ts'
import { failures } from '../../../contract/failures.ts'
import { loadable } from '../../loadable.ts'

/** The visitor of the open case, or why their data are not shown. */
export type ShownCustomer =
  | { readonly at: 'shown'; readonly customer: SupportCustomer }
  | { readonly at: 'withheld'; readonly why: 'taken' | 'closed' }

const shown = loadable<ShownCustomer>()
/** Company, orders and demands of the visitor of the open case. */
export const supportCustomer = shown.state

/** Loads the visitor of a conversation. What was shown goes as soon as another agent has the case, or it is closed. */
export const loadCustomer = (conversationId: number, fresh = false): Promise<void> =>
  shown.load(async () => {
    const answer = await quietApi.chat.supportCustomer({ conversationId })
    if (answer.ok) return { ok: true, content: { at: 'shown', customer: answer.content } }
    const { code } = answer.failure
    if (code === failures.caseTaken.code) return { ok: true, content: { at: 'withheld', why: 'taken' } }
    if (code === failures.caseClosed.code) return { ok: true, content: { at: 'withheld', why: 'closed' } }
    return answer
  }, fresh)

export const resetCustomer = (): void => shown.reset()
