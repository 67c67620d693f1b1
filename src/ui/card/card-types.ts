import type { ListingPrice } from '../../domain/money.ts'
import type { GoodsIllustration, ServiceIllustration } from '../picture/mark-names.ts'
import type { Tone } from '../text/state-shape.ts'

/** Props of a service card. Texts are preformatted; money in fen. */
export type ServiceCardProps = {
  /** serviceId for the favourite button; without it there is no button. */
  id?: number | undefined
  /** serviceId for the comparison. */
  reference?: string | undefined
  /** Can be ticked for comparison. */
  compare?: boolean | undefined
  href: string
  title: string
  /** Certificates, most important first; overflow is cut off. */
  tags?: readonly string[] | undefined
  /** Duration, such as `8~10 周`. */
  cycle?: string | undefined
  price: ListingPrice
  shop: string
  certified?: boolean | undefined
  region?: string | undefined
  /** Own picture; default: the category's illustration. */
  picture?: string | undefined
  figure: ServiceIllustration
}

/** Props of a goods card. */
export type GoodsCardProps = {
  /** productId for the favourite button; without it there is no button. */
  id?: number | undefined
  /** productNo for the comparison. */
  reference?: string | undefined
  /** Can be ticked for comparison. */
  compare?: boolean | undefined
  href: string
  title: string
  /** CAS number and packing, article number or type. */
  note?: string | undefined
  price: ListingPrice
  shop: string
  certified?: boolean | undefined
  picture?: string | undefined
  figure: GoodsIllustration
}

/** One listing on a shop card. */
export type ShopCardListing = { href: string; title: string; price: ListingPrice }

/** Props of a shop card. */
export type ShopCardProps = {
  /** shopId for the follow button; without it there is no button. */
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
  /** Newest listings, each with its own link. */
  listings?: readonly ShopCardListing[] | undefined
}

/** Props of a demand card and a demand row. */
export type DemandCardProps = {
  href: string
  title: string
  /** Field, species, place: `临床前 / 毒理学安全性评价 · 四川 成都`. */
  note?: string | undefined
  /** Fen; null for 面议. */
  budget: number | null
  offers: number
  state: { tone: Tone; label: string }
  /** `剩 2 天`, from timeLeft. */
  left?: string | undefined
  /** Deadline is near: the time is amber. */
  pressing?: boolean | undefined
}
