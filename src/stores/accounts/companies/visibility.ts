import { atom } from 'nanostores'
import { api } from '../../../client/browser.ts'
import type { Failure } from '../../../contract/envelope.ts'
import type { Audience, CompanyPart, Visibility } from '../../../domain/accounts/visibility.ts'
import { loadable } from '../../loadable.ts'

const part = loadable<Visibility>()
/** Audience of each part of the company's information. */
export const visibility = part.state

/** Save state of the last choice; each is saved at once. */
export type VisibilitySave =
  | { readonly at: 'none' }
  | { readonly at: 'saving' | 'saved'; readonly part: CompanyPart }
  | { readonly at: 'failed'; readonly part: CompanyPart; readonly failure: Failure }
export const visibilitySave = atom<VisibilitySave>({ at: 'none' })

export const loadVisibility = (): Promise<void> => part.load(() => api.accounts.orgInfoPermission({}))

/** Sets the audience of a part optimistically; reverted if saving fails. */
export async function setAudience(of: CompanyPart, audience: Audience): Promise<void> {
  const now = visibility.get()
  if (now.at !== 'ready' || now.content[of] === audience) return
  const before = now.content[of]
  part.update((content) => ({ ...content, [of]: audience }))
  visibilitySave.set({ at: 'saving', part: of })
  const answer = await api.accounts.orgInfoPermissionSet({ [of]: audience })
  const last = visibilitySave.get()
  const mine = last.at !== 'none' && last.part === of
  if (answer.ok) {
    if (mine) visibilitySave.set({ at: 'saved', part: of })
    return
  }
  part.update((content) => (content[of] === audience ? { ...content, [of]: before } : content))
  visibilitySave.set({ at: 'failed', part: of, failure: answer.failure })
}
