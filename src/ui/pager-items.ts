/**
 * One place of a pager: a page, or the gap between two. `phone` pages stay on a narrow screen; a phone gap stands there
 * alone, for pages that are not drawn on it.
 */
export type PagerItem = { page: number; phone: boolean } | 'gap' | 'phoneGap'

/** As many pages stand side by side on a narrow screen, between the ends. */
const phonePages = 4

/** First, last, the current page and two neighbours at each side; a gap of one page is that page. */
export const pagerItems = (current: number, pages: number): PagerItem[] => {
  const items: PagerItem[] = []
  let last = 0
  /** Pages since the last one on a phone, for which no gap stands yet. */
  let untold = false
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
    if (phone && untold && !told) items.push('phoneGap')
    items.push({ page, phone })
    last = page
    untold = !phone
    if (phone) told = false
  }
  return items
}

/** How many pages there are, at least one. `limit` is the last page that a list offers at all. */
export const pageCount = (total: number, pageSize: number, limit?: number | undefined) =>
  Math.max(1, Math.min(limit ?? Number.POSITIVE_INFINITY, Math.ceil(total / pageSize)))

/** What was typed into the jump field, as a page that exists; anything else is nothing. */
export const pageTyped = (text: string, pages: number) => {
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
