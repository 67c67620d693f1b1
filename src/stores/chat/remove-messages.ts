import { atom } from 'nanostores'
import { api } from '../../client/browser.ts'
import type { Failure } from '../../contract/envelope.ts'
import { change, chosen, doing, kindOf, load, mostAtOnce, query } from './message-centre.ts'

/** Whether the question stands that goes before deleting. */
export const asksRemoval = atom(false)
export const askRemoval = (): void => asksRemoval.set(chosen.get().size > 0)
export const keepThem = (): void => asksRemoval.set(false)

/** Takes the chosen rows out of the list. */
export async function remove(): Promise<Failure | null> {
  const now = query.get()
  const all = [...chosen.get()]
  const recordIds = all.slice(0, mostAtOnce)
  if (now === null || recordIds.length === 0 || doing.get() !== 'nothing') return null
  const kind = kindOf(now)
  const failure = await change('removing', { did: 'deleted', of: kind, recordIds }, () =>
    api.chat.recordDelete({ kind, box: now.tab === 'sent' ? 'sent' : 'in', recordIds }),
  )
  if (failure !== null) return failure
  chosen.set(new Set(all.slice(mostAtOnce)))
  if (all.length > mostAtOnce) return remove()
  asksRemoval.set(false)
  await load()
  return null
}
