import { atom } from 'nanostores'
import { api } from '../../client/browser.ts'
import type { Failure } from '../../contract/envelope.ts'
import type { Audience, CompanyPart, Visibility } from '../../domain/accounts/visibility.ts'
import { loadable } from '../loaded.ts'

const part = loadable<Visibility>()
/** Who may see which part of the company's information. */
export const visibility = part.state

/** How the last choice fares: each is saved at once. */
export type Choice =
  | { readonly at: 'none' }
  | { readonly at: 'saving' | 'saved'; readonly part: CompanyPart }
  | { readonly at: 'failed'; readonly part: CompanyPart; readonly failure: Failure }
export const choice = atom<Choice>({ at: 'none' })

export const load = (): Promise<void> => part.load(() => api.accounts.orgInfoPermission({}))

/** Chooses who may see a part. Shown at once; taken back when it could not be saved. */
export async function choose(of: CompanyPart, audience: Audience): Promise<void> {
  const now = visibility.get()
  if (now.at !== 'ready' || now.content[of] === audience) return
  const before = now.content[of]
  part.change((content) => ({ ...content, [of]: audience }))
  choice.set({ at: 'saving', part: of })
  const answer = await api.accounts.orgInfoPermissionSet({ [of]: audience })
  const last = choice.get()
  const mine = last.at !== 'none' && last.part === of
  if (answer.ok) {
    if (mine) choice.set({ at: 'saved', part: of })
    return
  }
  part.change((content) => (content[of] === audience ? { ...content, [of]: before } : content))
  choice.set({ at: 'failed', part: of, failure: answer.failure })
}
