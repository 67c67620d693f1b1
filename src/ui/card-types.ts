import type { ListingPrice } from '../domain/money.ts'
import type { GoodsFigure, ServiceFigure } from './mark-names.ts'
import type { Tone } from './state-shape.ts'

/** What a service card shows. Texts come ready; money stays in fen. */
export type ServiceCardProps = {
  /** serviceId, by which it is kept; without it the card has no heart. */
  id?: number | undefined
  href: string
  title: string
  /** Certificates, the most telling first; what does not fit is cut. */
  tags?: readonly string[] | undefined
  /** Time the work takes, such as `8~10 周`. */
  cycle?: string | undefined
  price: ListingPrice
  shop: string
  certified?: boolean | undefined
  region?: string | undefined
  /** Own picture; without it the plate of the category stands. */
  picture?: string | undefined
  figure: ServiceFigure
}

/** What a goods card shows. */
export type GoodsCardProps = {
  /** productId, by which it is kept; without it the card has no heart. */
  id?: number | undefined
  href: string
  title: string
  /** CAS number and packing, article number or type. */
  note?: string | undefined
  price: ListingPrice
  shop: string
  certified?: boolean | undefined
  picture?: string | undefined
  figure: GoodsFigure
}

/** One line of a shop card: something that it sells. */
export type ShopCardListing = { href: string; title: string; price: ListingPrice }

/** What a shop card shows. */
export type ShopCardProps = {
  /** Its shopId, by which it is followed; without it the card has no button. */
  id?: number | undefined
  href: string
  name: string
  certified?: boolean | undefined
  region?: string | undefined
  intro?: string | undefined
  tags?: readonly string[] | undefined
  services: number
  goods: number
  followers: number
  logo?: string | undefined
  /** The newest of what it sells, each a link of its own. */
  listings?: readonly ShopCardListing[] | undefined
}

/** What a demand card and a demand row show. */
export type DemandCardProps = {
  href: string
  title: string
  /** Field, species, place: `临床前 / 毒理学安全性评价 · 四川 成都`. */
  note?: string | undefined
  /** Fen; nothing is 议价. */
  budget: number | null
  offers: number
  state: { tone: Tone; label: string }
  /** `剩 2 天`, from timeLeft. */
  left?: string | undefined
  /** Ends soon: the time stands in amber. */
  pressing?: boolean | undefined
}
