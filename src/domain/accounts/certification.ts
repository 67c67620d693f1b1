import type { StateLabel, Transitions } from '../transition.ts'

/** States of a company's certification: domain decisions, "Company certification". */
export const certificationStatuses = [
  'draft',
  'submitted',
  'approved',
  'rejected',
  'more_info',
  'expired',
  'revoked',
] as const
export type CertificationStatus = (typeof certificationStatuses)[number]
export type CertificationEvent = 'submit' | 'approve' | 'reject' | 'askMore' | 'expire' | 'revoke'
export type CertificationActor = 'company' | 'operator' | 'system'

/**
 * Steps of one version. A resubmission is a new version (`submit` from draft), so the older ones keep their states
 * and an approved one stays in force until the next is approved. `system` approves by itself only what the licence
 * itself confirms (see decisions).
 */
export const certificationTransitions: Transitions<CertificationStatus, CertificationEvent, CertificationActor> = [
  { from: ['draft'], event: 'submit', actor: ['company'], to: 'submitted' },
  { from: ['submitted'], event: 'approve', actor: ['operator', 'system'], to: 'approved' },
  { from: ['submitted'], event: 'reject', actor: ['operator'], to: 'rejected' },
  { from: ['submitted'], event: 'askMore', actor: ['operator'], to: 'more_info' },
  { from: ['approved'], event: 'expire', actor: ['system'], to: 'expired' },
  // The name or code belongs to another company: a claim was approved.
  { from: ['approved', 'expired'], event: 'revoke', actor: ['operator'], to: 'revoked' },
]

/** Whether a certification was approved once: the company's name and credit code are proven, even when it has lapsed. */
export const wasCertified = (status: CertificationStatus): boolean => status === 'approved' || status === 'expired'

/** Last moment of a last day of business: the end of that day in Shanghai; 长期 has none. */
export const certifiedUntilOf = (validUntil: string | null): Date | null =>
  validUntil === null ? null : new Date(`${validUntil}T23:59:59.999+08:00`)

export const certificationLabels: Record<CertificationStatus, StateLabel> = {
  draft: { label: '未认证', tone: 'mute' },
  submitted: { label: '审核中', tone: 'go' },
  approved: { label: '已认证', tone: 'good' },
  rejected: { label: '未通过', tone: 'bad' },
  more_info: { label: '待补充', tone: 'act' },
  expired: { label: '已过期', tone: 'bad' },
  revoked: { label: '已撤销', tone: 'bad' },
}

/** Whether a company's state is that of its newest version: until it was certified once, and never while revoked. */
export const followsVersions = (status: CertificationStatus): boolean => !wasCertified(status) && status !== 'revoked'

/** Whether a company's shop may be shown and sell: one whose certification was revoked may do neither. */
export const mayShowShop = (status: CertificationStatus): boolean => status !== 'revoked'

/** Days before the end of a certification on which the company is told. */
export const expiryNoticeDays = [30, 7, 1] as const

/** Steps on the way to becoming a supplier, in their order. */
export const supplierSteps = ['certification', 'shop', 'agreement', 'account', 'done'] as const
export type SupplierStep = (typeof supplierSteps)[number]
export const supplierStepLabels: Record<SupplierStep, string> = {
  certification: '企业认证',
  shop: '填写店铺',
  agreement: '签署入驻协议',
  account: '填写收款账户',
  done: '开通完成',
}
/**
 * The step whose turn it is; shop and agreement are one form, and so one step of the company. A shop without a payee
 * account is open and cannot be paid by transfer, so that is asked for until it is there.
 */
export const supplierStepOf = (company: {
  readonly certification: CertificationStatus
  readonly isSaler: boolean
  readonly hasAccount: boolean
}): SupplierStep => {
  if (company.isSaler) return company.hasAccount ? 'done' : 'account'
  return company.certification === 'approved' ? 'shop' : 'certification'
}

/** Version of the suppliers' agreement; whoever agreed to an older one is asked again. */
export const supplierAgreementVersion = '2026-11'
/** Version of the users' agreement and the privacy policy that registration records. */
export const userAgreementVersion = '2026-11'
