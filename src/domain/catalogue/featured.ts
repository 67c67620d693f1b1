/** What is true of a service now and speaks for it. */
export interface FeaturedFacts {
  /** Orders of it completed within a year. */
  readonly completedOrders: number
  /** Its marks: GLP、CNAS … */
  readonly tags: readonly string[]
  /** Fixed, and so to be ordered at once. */
  readonly fixedPrice: boolean
  /** 4 周; empty where it is not said. */
  readonly durationText: string
}

/** Why a service is shown among the first, in a few words; each of them can be looked up on its page. */
export function featuredReason({ completedOrders, tags, fixedPrice, durationText }: FeaturedFacts): string {
  if (completedOrders > 0) return `近一年完成 ${completedOrders} 单`
  const [mark] = tags
  if (mark !== undefined) return `具备 ${mark} 资质`
  const period = durationText === '' ? '' : `，周期 ${durationText}`
  return fixedPrice ? `明码标价，可直接下单${period}` : `认证机构新近上架${period}`
}
