import type { z } from 'zod'
import { lostMessage } from '../../client/hosts.ts'
import type { signedIn } from '../../contract/accounts/person.ts'
import type { Answer } from '../../contract/envelope.ts'
import { is } from './placed-faults.ts'

// What `openLine` gives, as one module: each name of a chunk would weigh on the first look at a page.
export { api, headerApi } from '../../client/browser.ts'
export { retryAfterOf } from '../../contract/envelope.ts'
export { is, placedFaults } from './placed-faults.ts'

/** Who signed in with both steps, and the path to which a single sign-on leads on; empty after the other ways. */
export type SecondSignedIn = z.output<typeof signedIn> & { readonly redirect: string }

/**
 * Asks the person for the second step, with the content of the refusal `secondStepNeeded`; undefined when they gave it up.
 * Rejects when it cannot be loaded.
 */
export type AskSecondStep = (content: unknown) => Promise<Answer<SecondSignedIn> | undefined>

/**
 * The answer of a way of signing in; where it wants a second step, the answer of that one once it was taken. The code
 * of a failure stays the server's: what was proven is used up.
 */
export async function afterSecondStep<O>(first: Answer<O>, ask: AskSecondStep): Promise<Answer<O | SecondSignedIn>> {
  if (first.ok || !is(first.failure, 'secondStepNeeded')) return first
  let message = '登录没有完成：还需要动态码'
  try {
    const second = await ask(first.failure.content)
    if (second !== undefined) return second
  } catch {
    message = lostMessage()
  }
  return { ok: false, failure: { ...first.failure, message } }
}
