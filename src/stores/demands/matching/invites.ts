import { atom } from 'nanostores'
import { api } from '../../../client/browser.ts'
import type { Failure } from '../../../contract/envelope.ts'
import type { DemandSupplier, InvitedSupplier } from '../../../contract/demands/matching.ts'
import { loadable } from '../../loadable.ts'
import { loadSupplierMarks, ownMarksOfSuppliers } from '../../shops/supplier-marks.ts'

export interface Invites {
  readonly suppliers: readonly DemandSupplier[]
  readonly invited: readonly InvitedSupplier[]
}
const invitesPart = loadable<Invites>()
/** Suppliers matching an own demand, and those invited. */
export const invites = invitesPart.state
/** Ids of shops being invited. */
export const invitingShops = atom<ReadonlySet<number>>(new Set())
const maxShown = 12

export const loadInvites = (demandId: number): Promise<void> =>
  invitesPart.load(async () => {
    const [suppliers, invited] = await Promise.all([
      api.demands.demandSuppliers({ demandId, most: maxShown }),
      api.demands.demandInvites({ demandId }),
    ])
    if (!suppliers.ok) return suppliers
    if (!invited.ok) return invited
    await loadSupplierMarks(suppliers.content.map(({ orgId }) => orgId))
    const marks = ownMarksOfSuppliers.get()
    const rank = ({ orgId }: DemandSupplier) =>
      ({ preferred: 0, none: 1, blocked: 2 })[marks.get(orgId)?.mark ?? 'none']
    const ranked = suppliers.content.toSorted((a, b) => rank(a) - rank(b))
    return { ok: true, content: { suppliers: ranked, invited: invited.content } }
  })

/** Invites a shop, once. Returns the failure, if any. */
export async function inviteSupplier(
  demandId: number,
  { shopId, orgId, shopName }: DemandSupplier,
): Promise<Failure | null> {
  if (invitingShops.get().has(shopId)) return null
  invitingShops.set(new Set([...invitingShops.get(), shopId]))
  const answer = await api.demands.demandInvite({ demandId, shopId })
  invitingShops.set(new Set([...invitingShops.get()].filter((id) => id !== shopId)))
  if (!answer.ok) return answer.failure
  const one = { shopId, orgId, shopName, invitedAt: answer.content.invitedAt, offered: false }
  invitesPart.update((content) => ({
    ...content,
    invited: [one, ...content.invited.filter((each) => each.shopId !== shopId)],
  }))
  return null
}
