/**
 * One item of a pager: a page, or a gap. Items with `phone` stay visible on narrow screens; a `phoneGap` is shown there
 * only, for pages hidden on phones.
 */
export type PagerItem = { page: number; phone: boolean } | 'gap' | 'phoneGap'

/** Number of pages shown on narrow screens between the ends. */
const phonePages = 4

/** First, last, the current page and two neighbours on each side; a gap of one page shows that page. */
export const pagerItems = (current: number, pages: number): PagerItem[] => {
  const items: PagerItem[] = []
  let last = 0
  /** Pages hidden on phones since the last shown one that still need a gap. */
  let isGapPending = false
  let told = false
  for (let page = 1; page <= pages; page += 1) {
    const near =
      Math.abs(page - current) <= 2 || (current <= 3 && page <= 5) || (current > pages - 3 && page > pages - 5)
    const bridges = page === 2 ? current <= 5 : page === pages - 1 && current >= pages - 4
    if (page !== 1 && page !== pages && !near && !bridges) continue
    const phone = pages <= phonePages || page === 1 || page === pages || page === current
    if (page - last > 1) {
      items.push('gap')
      told = true
    }
    if (phone && isGapPending && !told) items.push('phoneGap')
    items.push({ page, phone })
    last = page
    isGapPending = !phone
    if (phone) told = false
  }
  return items
}

/** Number of pages, at least one. `limit` is the last page the list offers. */
export const pageCount = (total: number, pageSize: number, limit?: number | undefined) =>
  Math.max(1, Math.min(limit ?? Number.POSITIVE_INFINITY, Math.ceil(total / pageSize)))

/** Typed text of the jump field as an existing page; undefined otherwise. */
export const parseTypedPage = (text: string, pages: number) => {
  const page = Number(text.trim())
  return Number.isInteger(page) && page >= 1 ? Math.min(page, pages) : null
}

/** `共 1,284 条`; a capped count is `10,000+`. */
export const totalText = (total: number, capped?: boolean | undefined) =>
  `共 ${total.toLocaleString('en-US')}${capped ? '+' : ''}\u00a0条`

export const pagerNavClass = 'flex flex-wrap items-center justify-center gap-2 desk:justify-end'
/** Added to the button's class: as wide as the number needs. */
export const pagerPageClass =
  'inline-flex h-9 min-w-9 items-center justify-center rounded-md px-2 font-medium whitespace-nowrap transition-colors max-md:h-11 max-md:min-w-11'
export const pagerGapClass = 'w-6 text-center text-ink-3'
export const pagerChosenClass = 'bg-accent text-white'
export const pagerOtherClass =
  'border border-line-strong bg-surface hover:border-accent hover:text-accent active:bg-accent-soft'
export const pagerEndClass = 'border border-line-strong bg-surface-3 text-ink-disabled'
