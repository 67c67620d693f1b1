import type { matchingCalls } from '../../../contract/demands/matching.ts'
import type { Handlers } from '../../handler.ts'
import { demandInvite } from './demand-invite.ts'
import { demandInvites } from './demand-invites.ts'
import { demandSuppliers } from './demand-suppliers.ts'
import { matchedDemands } from './matched-demands.ts'
import { subscriptionDelete } from './subscription-delete.ts'
import { subscriptionSave } from './subscription-save.ts'
import { subscriptions } from './subscriptions.ts'

export const matchingHandlers: Handlers<typeof matchingCalls> = {
  demandSuppliers,
  demandInvite,
  demandInvites,
  subscriptions,
  subscriptionSave,
  subscriptionDelete,
  matchedDemands,
}
