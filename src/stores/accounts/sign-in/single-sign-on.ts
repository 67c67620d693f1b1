import { atom } from 'nanostores'
import { onward } from '../../../domain/login-links.ts'
import type { AskSecondStep } from './client-parts.ts'
import { networkError, loadClient } from './load-client.ts'
import { completeLogin } from '../session.ts'

/** State of a single sign-on: redirecting to the identity provider, or returning from it. */
export type SingleSignOnState =
  | { readonly at: 'nothing' }
  | { readonly at: 'leaving' }
  | { readonly at: 'returning' }
  /** `again`: the same response of the provider can be submitted once more. */
  | { readonly at: 'failed'; readonly message: string; readonly again: boolean }

export const singleSignOnState = atom<SingleSignOnState>({ at: 'nothing' })

/** Redirects to the identity provider, which redirects back to the login page. */
export async function leaveForSso(redirect: string): Promise<void> {
  if (singleSignOnState.get().at === 'leaving') return
  singleSignOnState.set({ at: 'leaving' })
  const line = await loadClient()
  if (line === undefined) return fail(networkError.message)
  const answer = await line.api.accounts.unAwareLoginKey({ redirect })
  if (!answer.ok) return fail(answer.failure.message)
  if (/^https?:\/\//.test(answer.content.url)) location.assign(answer.content.url)
  else fail('统一身份登录给出的地址无效，请用其他方式登录')
}

/** Completes the sign-on with the provider's query; returns the path to continue at, undefined on failure. */
export async function returnFromSso(query: string, ask: AskSecondStep): Promise<string | undefined> {
  singleSignOnState.set({ at: 'returning' })
  const line = await loadClient()
  const answer = await line?.afterSecondStep(await line.api.accounts.ssoLogin({ query }), ask)
  if (!answer?.ok) {
    // The response is not used up only if the server was never reached.
    fail(answer?.failure.message ?? networkError.message, (answer?.failure.code ?? 0) === 0)
    return undefined
  }
  completeLogin(answer.content.userInfo)
  return onward(answer.content.redirect)
}

const fail = (message: string, again = false): void => singleSignOnState.set({ at: 'failed', message, again })
