import type { LinkPreviewKind } from './content.ts'

/** Quick phrases by what is talked about, three each: specification section 9. */
export const quickPhrases: Readonly<Record<LinkPreviewKind, readonly string[]>> = {
  service: ['最快何时开工？', '可否看报告样例？', '可否分期付款？'],
  market: ['现货多久能发？', '可否提供质检报告？', '批量采购有优惠吗？'],
  demand: ['供试品由哪方提供？', '预计何时定标？', '可否先签保密协议？'],
}

/**
 * The shop whose own phrases are offered: about a service or goods the one that is asked, about a demand the one that
 * asks as a supplier. null = nobody's, the product's own.
 */
export const getPhraseShop = (
  kind: LinkPreviewKind,
  { orgId, sendOrgId }: { readonly orgId: number | null; readonly sendOrgId: number | null },
): number | null => (kind === 'demand' ? sendOrgId : orgId)

/**
 * Whether quick phrases about a kind of card fit a side: they are questions of whoever asks, about a service or goods
 * the buyer's to a shop, about a demand the supplier's to its poster.
 */
export const arePhrasesOffered = (
  kind: LinkPreviewKind,
  {
    orgId,
    sendOrgId,
    asDemandId,
  }: { readonly orgId: number | null; readonly sendOrgId: number | null; readonly asDemandId: number | null },
): boolean =>
  kind === 'demand'
    ? asDemandId === null && (sendOrgId !== null || orgId === null)
    : asDemandId === null && sendOrgId === null && orgId !== null

/** Phone number and hours of the platform's customer service. */
export interface Hotline {
  readonly number: string
  readonly hours: string
}

/** Display name of the platform's customer service. */
export const serviceName = '平台客服'

/** First words of the platform's customer service. */
export const platformGreeting = ({ number, hours }: Hotline): string =>
  `您好，这里是平台客服，请问有什么可以帮您？客服电话 ${number}，服务时间 ${hours}。`

/** First words of a shop. */
export const shopGreeting = (shop: string): string => `您好，欢迎咨询${shop}。请留下您的问题，我们会尽快回复。`

/** Between a conversation's name and its second name. */
export const nameSeparator = '$$$'

/** Specification section 3: the first part is shown, unless it reads null; then the second. */
export function shownName(name: string): string {
  const [first = '', second = ''] = name.split(nameSeparator)
  return first === 'null' || first === '' ? second : first
}
