import { atom } from 'nanostores'
import { onward } from '../../domain/login-links.ts'
import type { AskSecondStep } from './line-parts.ts'
import { lineDown, openLine } from './line.ts'
import { enter } from './session.ts'

/** Signing in by the other side: on the way there, or coming back from it. */
export type SingleSignOn =
  | { readonly at: 'nothing' }
  | { readonly at: 'leaving' }
  | { readonly at: 'returning' }
  /** `again` tells that the same answer can be shown to the server once more. */
  | { readonly at: 'failed'; readonly message: string; readonly again: boolean }

export const singleSignOn = atom<SingleSignOn>({ at: 'nothing' })

/** Goes to the other side, which leads back to the login page. */
export async function leaveForSso(redirect: string): Promise<void> {
  if (singleSignOn.get().at === 'leaving') return
  singleSignOn.set({ at: 'leaving' })
  const line = await openLine()
  if (line === undefined) return fail(lineDown.message)
  const answer = await line.api.accounts.unAwareLoginKey({ redirect })
  if (!answer.ok) return fail(answer.failure.message)
  if (/^https?:\/\//.test(answer.content.url)) location.assign(answer.content.url)
  else fail('统一身份登录给出的地址无效，请用其他方式登录')
}

/** Comes back with the query that the other side gave; gives where to go on, nothing when it failed. */
export async function returnFromSso(query: string, ask: AskSecondStep): Promise<string | undefined> {
  singleSignOn.set({ at: 'returning' })
  const line = await openLine()
  const answer = await line?.afterSecondStep(await line.api.accounts.ssoLogin({ query }), ask)
  if (!answer?.ok) {
    // Only where the server was never reached has the answer not been used up.
    fail(answer?.failure.message ?? lineDown.message, (answer?.failure.code ?? 0) === 0)
    return undefined
  }
  enter(answer.content.userInfo)
  return onward(answer.content.redirect)
}

const fail = (message: string, again = false): void => singleSignOn.set({ at: 'failed', message, again })
