import type { Side } from '../../sides.ts'
import { allowedEvents, type StateLabel, type Transitions } from '../../transition.ts'

/** 框架协议 with agreed prices, and 保密协议 (NDA). */
export const agreementKinds = ['framework', 'nda'] as const
export type AgreementKind = (typeof agreementKinds)[number]
export const agreementKindLabels: Readonly<Record<AgreementKind, string>> = { framework: '框架协议', nda: '保密协议' }

/** An agreement is `proposed` until one of its versions was signed by both sides; it is then in force until it ends. */
export const agreementStatuses = ['proposed', 'in_force', 'rejected', 'withdrawn', 'ended', 'terminated'] as const
export type AgreementStatus = (typeof agreementStatuses)[number]
/** A version of the terms is signed by its proposer when it is proposed. `void`: the agreement ended before that. */
export const versionStatuses = ['proposed', 'signed', 'rejected', 'withdrawn', 'countered', 'void'] as const
export type VersionStatus = (typeof versionStatuses)[number]
export type VersionEvent = 'sign' | 'counter' | 'reject' | 'withdraw' | 'void'
export type AgreementEvent = Exclude<VersionEvent, 'void'> | 'propose' | 'terminate' | 'end'
/** `proposer`: the side whose version waits for the other side. */
export type AgreementActor = 'proposer' | 'other' | 'system'

/** Steps of an agreement. While one is in force, what happens to a proposed amendment leaves it in force. */
export const agreementTransitions: Transitions<AgreementStatus, AgreementEvent, AgreementActor> = [
  { from: ['proposed', 'in_force'], event: 'sign', actor: ['other'], to: 'in_force' },
  { from: ['proposed'], event: 'counter', actor: ['other'], to: 'proposed' },
  { from: ['proposed'], event: 'reject', actor: ['other'], to: 'rejected' },
  { from: ['proposed'], event: 'withdraw', actor: ['proposer'], to: 'withdrawn' },
  { from: ['in_force'], event: 'counter', actor: ['other'], to: 'in_force' },
  { from: ['in_force'], event: 'reject', actor: ['other'], to: 'in_force' },
  { from: ['in_force'], event: 'withdraw', actor: ['proposer'], to: 'in_force' },
  { from: ['in_force'], event: 'propose', actor: ['proposer', 'other'], to: 'in_force' },
  { from: ['in_force'], event: 'terminate', actor: ['proposer', 'other'], to: 'terminated' },
  { from: ['proposed', 'in_force'], event: 'end', actor: ['system'], to: 'ended' },
]

export const versionTransitions: Transitions<VersionStatus, VersionEvent, AgreementActor> = [
  { from: ['proposed'], event: 'sign', actor: ['other'], to: 'signed' },
  { from: ['proposed'], event: 'counter', actor: ['other'], to: 'countered' },
  { from: ['proposed'], event: 'reject', actor: ['other'], to: 'rejected' },
  { from: ['proposed'], event: 'withdraw', actor: ['proposer'], to: 'withdrawn' },
  { from: ['proposed'], event: 'void', actor: ['system'], to: 'void' },
]

/** Steps that end a proposal or an agreement with a reason. */
export const agreementSteps = ['reject', 'withdraw', 'terminate'] as const
export type AgreementStep = (typeof agreementSteps)[number]
export const agreementActions = ['sign', 'counter', 'propose', ...agreementSteps] as const
export type AgreementAction = (typeof agreementActions)[number]

export const agreementActorOf = (proposer: Side | null, side: Side): AgreementActor =>
  proposer === side ? 'proposer' : 'other'

/** Actions of a side. `proposer`: side of the version that waits for a signature; null = none waits. */
export function allowedAgreementActions(status: AgreementStatus, proposer: Side | null, side: Side): AgreementAction[] {
  const events = allowedEvents(agreementTransitions, status, agreementActorOf(proposer, side))
  return agreementActions.filter(
    (action) => events.includes(action) && (action === 'terminate' || (proposer === null) === (action === 'propose')),
  )
}

export const isAgreementInForce = (status: AgreementStatus): boolean => status === 'in_force'
export const isAgreementOver = (status: AgreementStatus): boolean => status !== 'proposed' && status !== 'in_force'
export const isVersionProposed = (status: VersionStatus): boolean => status === 'proposed'
export const isVersionSigned = (status: VersionStatus): boolean => status === 'signed'

/** Why nothing can be called off under a framework agreement in force. */
export const callRefusals = ['shopClosed', 'notBegun', 'expired', 'blocked'] as const
export type CallRefusal = (typeof callRefusals)[number]
export const callRefusalLabels: Readonly<Record<CallRefusal, string>> = {
  shopClosed: '供应商的店铺未营业，暂时不能按协议下单。',
  notBegun: '协议尚未开始，自开始日起可以按协议下单。',
  expired: '协议期限已届满，不能再按协议下单。',
  blocked: '贵企业已停用该供应商，不能按协议下单。',
}

/** `act` where the reader is asked for a signature. `isAhead`: signed by both, but its first day is still to come. */
export function agreementLabel(status: AgreementStatus, isAsked = false, isAhead = false): StateLabel {
  switch (status) {
    case 'proposed':
      return isAsked ? { label: '待您签署', tone: 'act' } : { label: '待对方签署', tone: 'go' }
    case 'in_force': {
      const label = isAhead ? '未开始' : '生效中'
      return isAsked ? { label: `${label}，新版待您签署`, tone: 'act' } : { label, tone: isAhead ? 'go' : 'good' }
    }
    case 'rejected':
      return { label: '已拒绝', tone: 'bad' }
    case 'withdrawn':
      return { label: '已撤回', tone: 'mute' }
    case 'ended':
      return { label: '已到期', tone: 'mute' }
    case 'terminated':
      return { label: '已终止', tone: 'bad' }
  }
}

/** Period of an agreement in words; it has days from its first version that both sides signed. */
export function agreementPeriodText(status: AgreementStatus, from: string | null, until: string | null): string {
  if (from !== null) return `${from} 至 ${until ?? ''}`
  return isAgreementOver(status) ? '未生效' : '双方签署后生效'
}

export const versionStatusLabels: Readonly<Record<VersionStatus, StateLabel>> = {
  proposed: { label: '待签署', tone: 'go' },
  signed: { label: '双方已签署', tone: 'good' },
  rejected: { label: '已拒绝', tone: 'bad' },
  withdrawn: { label: '已撤回', tone: 'mute' },
  countered: { label: '对方提出新版', tone: 'mute' },
  void: { label: '已失效', tone: 'mute' },
}
