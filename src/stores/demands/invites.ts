import { atom } from 'nanostores'
import { api } from '../../client/browser.ts'
import type { Failure } from '../../contract/envelope.ts'
import type { DemandSupplier, InvitedSupplier } from '../../contract/demands/matching.ts'
import { loadable } from '../loaded.ts'

export interface Invites {
  readonly suppliers: readonly DemandSupplier[]
  readonly invited: readonly InvitedSupplier[]
}
const part = loadable<Invites>()
/** Suppliers that fit one of the own demands, and those that were invited. */
export const invites = part.state
/** Shops that are being invited right now. */
export const sending = atom<ReadonlySet<number>>(new Set())
const mostShown = 12

export const load = (demandId: number): Promise<void> =>
  part.load(async () => {
    const [suppliers, invited] = await Promise.all([
      api.demands.demandSuppliers({ demandId, most: mostShown }),
      api.demands.demandInvites({ demandId }),
    ])
    if (!suppliers.ok) return suppliers
    if (!invited.ok) return invited
    return { ok: true, content: { suppliers: suppliers.content, invited: invited.content } }
  })

/** Invites a shop, once; the failure where it did not work. */
export async function invite(demandId: number, { shopId, orgId, shopName }: DemandSupplier): Promise<Failure | null> {
  if (sending.get().has(shopId)) return null
  sending.set(new Set([...sending.get(), shopId]))
  const answer = await api.demands.demandInvite({ demandId, shopId })
  sending.set(new Set([...sending.get()].filter((id) => id !== shopId)))
  if (!answer.ok) return answer.failure
  const one = { shopId, orgId, shopName, invitedAt: answer.content.invitedAt, offered: false }
  part.change((content) => ({
    ...content,
    invited: [one, ...content.invited.filter((each) => each.shopId !== shopId)],
  }))
  return null
}
