import type { StateLabel, Transitions } from '../transition.ts'

export const awardStatuses = ['to_claim', 'to_ship', 'shipped', 'signed'] as const
export type AwardStatus = (typeof awardStatuses)[number]
export type AwardEvent = 'claim' | 'ship' | 'sign'

/** An award: its winner gives an address, the platform sends it, the winner has it. */
export const awardTransitions: Transitions<AwardStatus, AwardEvent, 'winner' | 'operator'> = [
  { from: ['to_claim'], event: 'claim', actor: ['winner'], to: 'to_ship' },
  { from: ['to_ship'], event: 'ship', actor: ['operator'], to: 'shipped' },
  { from: ['shipped'], event: 'sign', actor: ['winner'], to: 'signed' },
]
export const awardLabels: Readonly<Record<AwardStatus, StateLabel>> = {
  to_claim: { label: '待领取', tone: 'act' },
  to_ship: { label: '待发货', tone: 'go' },
  shipped: { label: '已发货', tone: 'go' },
  signed: { label: '已签收', tone: 'good' },
}
