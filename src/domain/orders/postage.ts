import { yuan } from '../money.ts'

/** What a shop asks for sending goods to a region. Money in fen. */
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
export const districtCodeOf = (code: string): string => code.padEnd(6, '0')
/** The other way: what a rule writes for a district of the register. */
export const ruleCodeOf = (districtCode: string): string => districtCode.replace(/(00){1,2}$/, '')

const longest = (codes: readonly string[], districtCode: string) =>
  Math.max(-1, ...codes.filter((code) => districtCode.startsWith(code)).map((code) => code.length))

/** What is sent: pieces of goods, and what they cost together in fen. Services are not sent. */
interface Parcel {
  readonly pieces: number
  readonly amount: number
}

/** The parcel of some ordered things. */
export const parcelOf = (
  items: readonly { readonly kind: 'service' | 'product'; readonly quantity: number }[],
  goodsAmount: number,
): Parcel => ({
  pieces: items.reduce((sum, { kind, quantity }) => (kind === 'product' ? sum + quantity : sum), 0),
  amount: goodsAmount,
})

/** What a rule asks for a district; null where the shop does not send. */
function stepsFor(
  rule: PostageRule,
  districtCode: string,
): { readonly first: number; readonly further: number } | null {
  if (longest(rule.notTo, districtCode) >= 0) return null
  const fitting = rule.zones
    .map((zone) => ({ zone, fit: longest(zone.districts, districtCode) }))
    .filter(({ fit }) => fit >= 0)
    .toSorted((a, b) => b.fit - a.fit)
  return fitting[0]?.zone ?? rule.elsewhere
}

/** Postage of a parcel to a district, or null where the shop does not send. Services cost none: 0 pieces, 0 fen. */
export function postageOf(rule: PostageRule, districtCode: string, { pieces, amount }: Parcel): number | null {
  if (pieces === 0) return 0
  const steps = stepsFor(rule, districtCode)
  if (steps === null) return null
  if (rule.freeFrom !== null && amount >= rule.freeFrom) return 0
  return steps.first + steps.further * (pieces - 1)
}

/** How the postage of a parcel comes about, one line for its buyer; without an address it waits for one. */
export function postageText(rule: PostageRule, districtCode: string | null, { pieces, amount }: Parcel): string {
  if (pieces === 0) return '无需邮寄'
  if (districtCode === null) return '选择收货地址后计算'
  const steps = stepsFor(rule, districtCode)
  if (steps === null) return '不配送到该地址'
  if (steps.first === 0 && steps.further === 0) return '包邮'
  const price = `首件 ¥${yuan(steps.first)}，续件 ¥${yuan(steps.further)}`
  if (rule.freeFrom === null) return price
  const free = `满 ¥${yuan(rule.freeFrom)} 包邮`
  return amount >= rule.freeFrom ? `已${free}` : `${price}；${free}`
}
