/** The six layouts of specification 2.2. */
export type LayoutName = 'default' | 'home' | 'none' | 'shop-list' | 'supplier' | 'supplier-chain'
/** Who may open a page: anyone; anyone signed in; sellers (a non-seller is led to becoming one). */
export type Audience = 'all' | 'user' | 'seller'

/** One page of specification 2.1. Whether it is built is told by its file in src/pages, not here. */
export type Route = {
  readonly layout: LayoutName
  readonly who: Audience
  readonly title: string
  readonly keywords?: string
  readonly noindex?: true
}

/** What most pages are, by who may open them. */
export const open = (title: string, keywords?: string): Route =>
  keywords === undefined ? { layout: 'default', who: 'all', title } : { layout: 'default', who: 'all', title, keywords }
export const hidden = (title: string): Route => ({ layout: 'none', who: 'all', title, noindex: true })
export const screen = (title: string): Route => ({ layout: 'none', who: 'all', title })
export const shop = (title: string): Route => ({ layout: 'supplier', who: 'all', title })
export const user = (title: string): Route => ({ layout: 'default', who: 'user', title, noindex: true })
export const seller = (title: string): Route => ({ layout: 'default', who: 'seller', title, noindex: true })
