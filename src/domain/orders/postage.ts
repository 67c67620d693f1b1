import { yuan } from '../money.ts'

/** Postage of a shop for a region. Money in fen. */
export interface PostageZone {
  /** Two digits a province, four a city; a place belongs to the zone with the longest code that fits. */
  readonly districts: readonly string[]
  /** First pieces together, and every further piece. */
  readonly first: number
  readonly further: number
}

/** A shop's rule: zones before the rest of the country. */
export interface PostageRule {
  readonly zones: readonly PostageZone[]
  readonly elsewhere: { readonly first: number; readonly further: number }
  /** Goods of this sum or more are sent free; null = never. */
  readonly freeFrom: number | null
  /** Codes the shop does not send to. */
  readonly notTo: readonly string[]
}

/** A shop without a rule sends free. */
export const freePostage: PostageRule = {
  zones: [],
  elsewhere: { first: 0, further: 0 },
  freeFrom: null,
  notTo: [],
}

/** A rule names a province by two digits and a city by four; the register by six. */
export const toDistrictCode = (code: string): string => code.padEnd(6, '0')
/** Inverse: the short code of a rule for a register code. */
export const toRuleCode = (districtCode: string): string => districtCode.replace(/(00){1,2}$/, '')

const longestMatch = (codes: readonly string[], districtCode: string) =>
  Math.max(-1, ...codes.filter((code) => districtCode.startsWith(code)).map((code) => code.length))

/** Shipped products: pieces and their amount in fen. Services are not shipped. */
interface Parcel {
  readonly pieces: number
  readonly amount: number
}

/** The parcel of some ordered things. */
export const toParcel = (
  items: readonly { readonly kind: 'service' | 'product'; readonly quantity: number }[],
  goodsAmount: number,
): Parcel => ({
  pieces: items.reduce((sum, { kind, quantity }) => (kind === 'product' ? sum + quantity : sum), 0),
  amount: goodsAmount,
})

/** Rates for a district; null where the shop does not deliver. */
function postageRates(
  rule: PostageRule,
  districtCode: string,
): { readonly first: number; readonly further: number } | null {
  if (longestMatch(rule.notTo, districtCode) >= 0) return null
  const fitting = rule.zones
    .map((zone) => ({ zone, fit: longestMatch(zone.districts, districtCode) }))
    .filter(({ fit }) => fit >= 0)
    .toSorted((a, b) => b.fit - a.fit)
  return fitting[0]?.zone ?? rule.elsewhere
}

/** Postage of a parcel to a district, or null where the shop does not send. Services cost none: 0 pieces, 0 fen. */
export function calculatePostage(rule: PostageRule, districtCode: string, { pieces, amount }: Parcel): number | null {
  if (pieces === 0) return 0
  const steps = postageRates(rule, districtCode)
  if (steps === null) return null
  if (rule.freeFrom !== null && amount >= rule.freeFrom) return 0
  return steps.first + steps.further * (pieces - 1)
}

/** Explanation of the postage for the buyer, one line. */
export function postageText(rule: PostageRule, districtCode: string | null, { pieces, amount }: Parcel): string {
  if (pieces === 0) return '无需邮寄'
  if (districtCode === null) return '选择收货地址后计算'
  const steps = postageRates(rule, districtCode)
  if (steps === null) return '不配送到该地址'
  if (steps.first === 0 && steps.further === 0) return '包邮'
  const price = `首件 ¥${yuan(steps.first)}，续件 ¥${yuan(steps.further)}`
  if (rule.freeFrom === null) return price
  const free = `满 ¥${yuan(rule.freeFrom)} 包邮`
  return amount >= rule.freeFrom ? `已${free}` : `${price}；${free}`
}
