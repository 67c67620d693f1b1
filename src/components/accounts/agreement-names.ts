import type { AgreementName } from '../../domain/links.ts'

/** The three agreements, in the order of their tabs. */
export const agreementNames: readonly { readonly key: AgreementName; readonly label: string }[] = [
  { key: 'user', label: '用户协议' },
  { key: 'privacy', label: '隐私政策' },
  { key: 'supplier', label: '供应商入驻协议' },
]

/** Agreement requested by a URL; the user agreement by default. */
export const agreementOf = (requested: string | null): AgreementName =>
  agreementNames.find(({ key }) => key === requested)?.key ?? 'user'
