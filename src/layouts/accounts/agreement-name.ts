import type { AgreementName } from '../../domain/links.ts'

/** The three agreements, in the order of their tabs. */
export const agreementNames: readonly { readonly key: AgreementName; readonly label: string }[] = [
  { key: 'user', label: '用户协议' },
  { key: 'privacy', label: '隐私政策' },
  { key: 'supplier', label: '供应商入驻协议' },
]

/** Which agreement an address asks for; the users' one where it names none that there is. */
export const agreementOf = (asked: string | null): AgreementName =>
  agreementNames.find(({ key }) => key === asked)?.key ?? 'user'
