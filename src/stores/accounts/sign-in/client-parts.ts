import type { z } from 'zod'
import { lostMessage } from '../../../client/hosts.ts'
import type { signedIn } from '../../../contract/accounts/person.ts'
import type { Answer } from '../../../contract/envelope.ts'
import { closingAccount, readClosing } from './closing-account.ts'
import { isFailure } from './sign-in-errors.ts'

// The exports of `loadClient` in one module: separate chunks would each add to the first page load.
export { api, headerApi } from '../../../client/browser.ts'
export { retryAfterOf } from '../../../contract/envelope.ts'
export { isFailure, signInErrors } from './sign-in-errors.ts'

/** The signed-in user after both steps, and the redirect path of a single sign-on; empty for other methods. */
export type SecondSignedIn = z.output<typeof signedIn> & { readonly redirect: string }

/**
 * Prompts for the second step with the content of the failure `secondStepNeeded`; undefined if cancelled. Rejects if
 * the prompt cannot be loaded.
 */
export type AskSecondStep = (content: unknown) => Promise<Answer<SecondSignedIn> | undefined>

/**
 * Result of a sign-in method, completed by the second step if required. Failure codes of the second step are passed on:
 * the first proof has been used up. An account that is being closed is offered to return instead (`closingAccount`).
 */
export async function afterSecondStep<O>(first: Answer<O>, ask: AskSecondStep): Promise<Answer<O | SecondSignedIn>> {
  if (!first.ok && isFailure(first.failure, 'accountClosing'))
    closingAccount.set({ at: 'asking', ...readClosing(first.failure.content), message: '' })
  if (first.ok || !isFailure(first.failure, 'secondStepNeeded')) return first
  let message = '登录未完成：还需要动态码'
  try {
    const second = await ask(first.failure.content)
    if (second !== undefined) return second
  } catch {
    message = lostMessage()
  }
  return { ok: false, failure: { ...first.failure, message } }
}
