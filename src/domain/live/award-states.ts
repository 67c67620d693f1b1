import type { StateLabel, Transitions } from '../transition.ts'

export const awardStatuses = ['to_claim', 'to_ship', 'shipped', 'signed', 'expired'] as const
export type AwardStatus = (typeof awardStatuses)[number]
export type AwardEvent = 'claim' | 'ship' | 'sign' | 'expire'

/** An award: its winner gives an address in time, the platform sends it, the winner has it. */
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

/** Days after the end of its round in which an award may be claimed; days before that at which its winner is reminded. */
export const claimDays = 30
export const remindDays = 5

const dayMs = 86_400_000
/** Until when an award of a round may be claimed. Never before the round has ended: nothing that goes back is drawn again. */
export const claimByOf = (closesAt: Date): Date => new Date(closesAt.getTime() + claimDays * dayMs)
