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
  'suspended',
] as const
export type CertificationStatus = (typeof certificationStatuses)[number]
export type CertificationEvent =
  'submit' | 'approve' | 'reject' | 'askMore' | 'expire' | 'revoke' | 'suspend' | 'restore' | 'restoreExpired'
export type CertificationActor = 'company' | 'operator' | 'system'

/**
 * Steps of one version. A resubmission is a new version (`submit` from draft), so older versions keep their states
 * and an approved one stays in force until the next is approved. `system` approves only what the licence
 * itself confirms (see decisions).
 */
export const certificationTransitions: Transitions<CertificationStatus, CertificationEvent, CertificationActor> = [
  { from: ['draft'], event: 'submit', actor: ['company'], to: 'submitted' },
  { from: ['submitted'], event: 'approve', actor: ['operator', 'system'], to: 'approved' },
  { from: ['submitted'], event: 'reject', actor: ['operator'], to: 'rejected' },
  { from: ['submitted'], event: 'askMore', actor: ['operator'], to: 'more_info' },
  { from: ['approved'], event: 'expire', actor: ['system'], to: 'expired' },
  // A claim of another company to the name or code was approved.
  { from: ['approved', 'expired'], event: 'revoke', actor: ['operator'], to: 'revoked' },
  // The company is suspended: its versions keep their states, and what was in force comes back.
  { from: ['approved', 'expired'], event: 'suspend', actor: ['operator'], to: 'suspended' },
  { from: ['suspended'], event: 'revoke', actor: ['operator'], to: 'revoked' },
  { from: ['suspended'], event: 'restore', actor: ['operator'], to: 'approved' },
  { from: ['suspended'], event: 'restoreExpired', actor: ['operator'], to: 'expired' },
]

/** Whether a certification was ever approved: name and credit code are verified, even after it expired. */
export const wasCertified = (status: CertificationStatus): boolean => status === 'approved' || status === 'expired'

/** End of the last day of validity in Shanghai; null for 长期. */
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
  suspended: { label: '已停用', tone: 'bad' },
}

/** Whether a company's status follows its newest version: before its first approval, and not while revoked. */
export const followsVersions = (status: CertificationStatus): boolean =>
  !wasCertified(status) && status !== 'revoked' && status !== 'suspended'

/** States in which a company's shop is hidden and does not sell. */
export const hiddenCertifications = ['revoked', 'suspended'] as const satisfies readonly CertificationStatus[]
/** Whether a company's shop may be visible and sell: not while suspended or after its certification was revoked. */
export const mayShowShop = (status: CertificationStatus): boolean =>
  !hiddenCertifications.some((hidden) => hidden === status)

/** Days before the end of a certification on which the company is notified. */
export const expiryNoticeDays = [30, 7, 1] as const

/** Steps of becoming a supplier, in order. */
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
 * The next step. Shop and agreement are one form, and so one step of the company. A shop without a payee
 * account is open but cannot be paid by transfer, so the account stays the next step until it exists.
 */
export const supplierStepOf = (company: {
  readonly certification: CertificationStatus
  readonly isSaler: boolean
  readonly hasAccount: boolean
}): SupplierStep => {
  if (company.isSaler) return company.hasAccount ? 'done' : 'account'
  return company.certification === 'approved' ? 'shop' : 'certification'
}

/** Version of the suppliers' agreement; suppliers who agreed to an older one must agree again. */
export const supplierAgreementVersion = '2026-11'
/** Version of the users' agreement and the privacy policy that registration records. */
export const userAgreementVersion = '2026-11'

/** Key points of the suppliers' agreement, quoted from src/content/agreements/supplier.md. */
export const supplierAgreementPoints: readonly string[] = [
  '供应商对店铺、资质、服务与商品信息的真实、准确、合法与及时更新负责。',
  '有效期内被选定的，订单随即生成，供应商应当按该版报价履行。',
  '不能按期履行的，应当在知道后立即告知采购方并协商；造成损失的，依合同承担责任。',
  '采购方的需求、样品、资料、报价与联系方式只用于本次报价与履约。',
]

export const isUncertified = (status: CertificationStatus | null | undefined): status is 'draft' => status === 'draft'
export const isCertificationSubmitted = (status: CertificationStatus | null | undefined): status is 'submitted' =>
  status === 'submitted'
export const isCertified = (status: CertificationStatus | null | undefined): status is 'approved' =>
  status === 'approved'
export const isCertificationRejected = (status: CertificationStatus | null | undefined): status is 'rejected' =>
  status === 'rejected'
export const isCertificationExpired = (status: CertificationStatus | null | undefined): status is 'expired' =>
  status === 'expired'
export const isCompanySuspended = (status: CertificationStatus | null | undefined): status is 'suspended' =>
  status === 'suspended'
export const isCertificationRevoked = (status: CertificationStatus | null | undefined): status is 'revoked' =>
  status === 'revoked'
/** Rejected, or more information requested: the company corrects it and submits again. */
export const isCertificationSentBack = (
  status: CertificationStatus | null | undefined,
): status is 'rejected' | 'more_info' => status === 'rejected' || status === 'more_info'
