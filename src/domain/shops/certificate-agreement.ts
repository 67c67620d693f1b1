import { certificateKey, checkNumber } from './certificate-kinds.ts'
import { isSameHolder, type ReadCertificate } from './certificate-text.ts'

/** What is compared before a certificate passes by itself. */
export interface AgreementFacts {
  /** As the supplier's person confirmed it. */
  readonly stated: {
    readonly tag: string
    readonly number: string
    readonly holder: string
    readonly until: string | null
  }
  /** Independent readings of the paper: one of a PDF's text, two of a picture. */
  readonly readings: readonly ReadCertificate[]
  readonly company: { readonly name: string; readonly isCertified: boolean }
  /** Another company has submitted the same number. */
  readonly isHeldElsewhere: boolean
  /** An operator has rejected or revoked a certificate of the company before. */
  readonly isRefusedBefore: boolean
  /** Today in Shanghai. */
  readonly today: string
}

/** Why a certificate does not pass by itself. */
export const agreementFaults = [
  'unread',
  'form',
  'kind',
  'number',
  'holder',
  'day',
  'expired',
  'uncertified',
  'heldElsewhere',
  'refusedBefore',
] as const
export type AgreementFault = (typeof agreementFaults)[number]

export const agreementFaultLabels: Readonly<Record<AgreementFault, string>> = {
  unread: '未能从证书影像读出内容',
  form: '该类证书没有公布的编号规则',
  kind: '证书种类与填写不一致',
  number: '编号与填写不一致',
  holder: '持证单位与已认证的企业名称不一致',
  day: '最后一天与填写不一致',
  expired: '证书已过期',
  uncertified: '企业认证不在有效期内',
  heldElsewhere: '另一家企业提交了相同编号',
  refusedBefore: '该企业有证书曾被驳回或撤销',
}

/**
 * What stands against passing without an operator; empty = it passes. Holder, number and day of every reading, of the
 * stated fields and of the certified company have to be the same, for a kind whose numbers have a published form. A
 * verdict of an operator is never replaced: a company with a refused certificate waits for an operator.
 */
export function certificateFaults(facts: AgreementFacts): AgreementFault[] {
  const { stated, readings, company, isHeldElsewhere, isRefusedBefore, today } = facts
  const differs = (is: (read: ReadCertificate) => boolean) => !readings.every(is)
  const key = certificateKey(stated.number)
  const found: readonly (readonly [AgreementFault, boolean])[] = [
    ['unread', readings.length === 0],
    ['form', checkNumber(stated.tag, stated.number) !== 'valid'],
    ['kind', differs(({ tag }) => tag === stated.tag)],
    ['number', key === '' || differs(({ number }) => certificateKey(number) === key)],
    [
      'holder',
      !isSameHolder(stated.holder, company.name) || differs(({ holder }) => isSameHolder(holder, company.name)),
    ],
    ['day', stated.until === null || differs(({ until }) => until === stated.until)],
    ['expired', stated.until !== null && stated.until < today],
    ['uncertified', !company.isCertified],
    ['heldElsewhere', isHeldElsewhere],
    ['refusedBefore', isRefusedBefore],
  ]
  return found.filter(([, is]) => is).map(([fault]) => fault)
}
