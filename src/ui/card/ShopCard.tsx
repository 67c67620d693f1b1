import type { ReactNode } from 'react'
import { Avatar } from '../picture/Avatar.tsx'
import { Certified } from './Certified.tsx'
import { Price } from './Price.tsx'
import { Tag } from '../text/Tag.tsx'
import * as look from './card-class.ts'
import type { ShopCardProps } from './card-types.ts'

const Sum = ({ of, count }: { of: string; count: number }): ReactNode => (
  <span>
    {of} <b className="font-medium text-ink">{count}</b>
  </span>
)

/** A supplier in a list inside an island; public lists use ShopCard.astro. */
export const ShopCard = (card: ShopCardProps) => (
  <article className={look.boxCardClass}>
    <div className="flex items-center gap-3">
      <Avatar name={card.name} kind="org" size="lg" picture={card.logo} />
      <div className="min-w-0">
        <h3 className="truncate text-lg font-medium">
          <a href={card.href} className={look.cardLinkClass}>
            {card.name}
          </a>
        </h3>
        <p className="flex h-5 items-center gap-2 text-xs text-ink-3">
          {card.certified && <Certified />}
          <span>{card.region}</span>
        </p>
      </div>
    </div>
    <p className="mt-3 two-lines text-ink-2">{card.intro}</p>
    <div className="mt-3 flex h-5 gap-1 overflow-hidden">
      {card.tags?.map((tag) => (
        <Tag key={tag} label={tag} />
      ))}
    </div>
    {card.listings !== undefined && card.listings.length > 0 && (
      <ul className={look.shopListingsClass}>
        {card.listings.map(({ href, title, price }) => (
          <li key={href} className={look.shopListingClass}>
            <a href={href} className={look.shopListingTitleClass}>
              {title}
            </a>
            <span className="shrink-0 text-sm">
              <Price price={price} size="sm" />
            </span>
          </li>
        ))}
      </ul>
    )}
    <div className={look.shopCountsClass}>
      <Sum of="服务" count={card.services} />
      <Sum of="商品" count={card.goods} />
      <Sum of="关注" count={card.followers} />
    </div>
  </article>
)
