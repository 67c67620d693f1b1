import type { ListingKind } from '../catalogue/listing.ts'

interface Usage {
  readonly listings: number
  readonly changes: number
  readonly demands: number
  readonly subscriptions: number
  readonly leads: number
  readonly savedSearches: number
}

/** What uses a category: 服务 12、需求 3; empty when nothing does. */
export const categoryUsageText = (kind: ListingKind, usage: Usage): string =>
  [
    [kind === 'service' ? '服务' : '商品', usage.listings],
    ['待生效的变更', usage.changes],
    ['需求', usage.demands],
    ['订阅', usage.subscriptions],
    ['留言', usage.leads],
    ['保存的搜索', usage.savedSearches],
  ]
    .flatMap(([label, count]) => (Number(count) > 0 ? [`${label} ${Number(count).toLocaleString('en-US')}`] : []))
    .join('、')
