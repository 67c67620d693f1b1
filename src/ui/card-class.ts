/** Cards of both families, with the parts of styles/parts.css. Below `desk` a card is a row with its picture at the left. */

export const cardClass = 'group card'

export const servicePictureClass = 'service-picture'
export const goodsPictureClass = 'goods-picture'

export const cardBodyClass = 'flex min-w-0 flex-1 flex-col desk:p-4'
export const cardTitleClass = 'two-lines font-medium group-hover:text-accent'
/** The whole card is the target of the one link in it. */
export const cardLinkClass = 'after:absolute after:inset-0'
export const serviceFactsClass = 'mt-1.5 flex h-5 items-center justify-between gap-2 desk:mt-2'
export const cardTagsClass = 'flex min-w-0 gap-1 overflow-hidden'
export const serviceFootClass = 'card-foot'
export const cardShopClass = 'flex min-w-0 items-center gap-1'
export const goodsNoteClass = 'mt-1 min-h-[18px] truncate text-xs text-ink-3'

/** Shop and demand cards: a box at every width. */
export const boxCardClass =
  'relative min-w-0 rounded-lg border border-line bg-surface p-4 transition-colors hover:border-accent desk:p-5'
/** What a shop sells, above the link that covers its card. */
export const shopListingsClass = 'relative mt-3 border-t border-line pt-1'
export const shopListingClass = 'flex min-h-11 items-center justify-between gap-3 desk:min-h-9'
export const shopListingTitleClass = 'min-w-0 truncate hover:text-accent'
export const shopCountsClass = 'mt-4 flex items-center justify-between border-t border-line pt-3 text-sm text-ink-3'
