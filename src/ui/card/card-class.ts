/** Cards of both families, with the parts of styles/parts.css. Below `desk` a card is a row with its picture at the left. */

export const cardClass = 'group card'

export const servicePictureClass = 'service-picture'
export const goodsPictureClass = 'goods-picture'

export const cardBodyClass = 'card-body'
export const cardTitleClass = 'card-title'
/** The single link covers the whole card. */
export const cardLinkClass = 'card-link'
export const serviceFactsClass = 'card-facts'
export const cardTagsClass = 'card-tags'
export const serviceFootClass = 'card-foot'
export const cardShopClass = 'card-shop'
export const goodsNoteClass = 'mt-1 min-h-[18px] truncate text-xs text-ink-3'

/** Shop and demand cards: a box at every width. */
export const boxCardClass =
  'relative min-w-0 rounded-lg border border-line bg-surface p-4 transition-colors hover:border-accent desk:p-5'
/** Listings of a shop, above the link that covers its card. */
export const shopListingsClass = 'relative mt-3 border-t border-line pt-1'
export const shopListingClass = 'flex min-h-11 items-center justify-between gap-3 desk:min-h-9'
export const shopListingTitleClass = 'min-w-0 truncate hover:text-accent'
export const shopCountsClass = 'mt-4 flex items-center justify-between border-t border-line pt-3 text-sm text-ink-3'
