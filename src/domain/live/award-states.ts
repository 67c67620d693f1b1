import type { StateLabel, Transitions } from '../transition.ts'

export const awardStatuses = ['to_claim', 'to_ship', 'shipped', 'signed', 'expired'] as const
export type AwardStatus = (typeof awardStatuses)[number]
export type AwardEvent = 'claim' | 'ship' | 'sign' | 'expire'

/** State transitions of an award: the winner gives an address in time, the platform ships it, the winner signs. */
export const awardTransitions: Transitions<AwardStatus, AwardEvent, 'winner' | 'operator' | 'system'> = [
  { from: ['to_claim'], event: 'claim', actor: ['winner'], to: 'to_ship' },
  { from: ['to_ship'], event: 'ship', actor: ['operator'], to: 'shipped' },
  { from: ['shipped'], event: 'sign', actor: ['winner'], to: 'signed' },
  { from: ['to_claim'], event: 'expire', actor: ['system'], to: 'expired' },
]
export const awardLabels: Readonly<Record<AwardStatus, StateLabel>> = {
  to_claim: { label: '待领取', tone: 'act' },
  to_ship: { label: '待发货', tone: 'go' },
  shipped: { label: '已发货', tone: 'go' },
  signed: { label: '已签收', tone: 'good' },
  expired: { label: '已过期', tone: 'mute' },
}

/** Days to claim an award after the end of its round; days before that deadline when the winner is reminded. */
export const claimDays = 30
export const awardReminderDays = 5

const dayMs = 86_400_000
/** Claim deadline, always after the end of the round: an expired prize returns to stock but is not drawn again. */
export const claimDeadline = (closesAt: Date): Date => new Date(closesAt.getTime() + claimDays * dayMs)

export const isAwardUnclaimed = (status: AwardStatus | null | undefined): status is 'to_claim' => status === 'to_claim'
export const isAwardToShip = (status: AwardStatus | null | undefined): status is 'to_ship' => status === 'to_ship'
export const isAwardShipped = (status: AwardStatus | null | undefined): status is 'shipped' => status === 'shipped'
export const isAwardExpired = (status: AwardStatus | null | undefined): status is 'expired' => status === 'expired'
