import { minShownOrders } from '../orders/supplier-record.ts'

/** Current facts that qualify a service to be featured. */
export interface FeaturedFacts {
  /** Orders of this service completed within a year. */
  readonly completedOrders: number
  /** Its qualification tags: GLP、CNAS … */
  readonly tags: readonly string[]
  /** Whether the price is fixed, so that it can be ordered directly. */
  readonly fixedPrice: boolean
  /** 4 周; empty if not given. */
  readonly durationText: string
}

/** Short reason why a service is featured; each fact can be verified on its page. */
export function featuredReason({ completedOrders, tags, fixedPrice, durationText }: FeaturedFacts): string {
  if (completedOrders >= minShownOrders) return `近一年完成 ${completedOrders} 单`
  const [mark] = tags
  if (mark !== undefined) return `具备 ${mark} 资质`
  const period = durationText === '' ? '' : `，周期 ${durationText}`
  return fixedPrice ? `明码标价，可直接下单${period}` : `认证机构新近上架${period}`
}
