import { withNonBreakingSpaces } from '../../domain/title-breaks.ts'
import { Certified } from './Certified.tsx'
import { Picture } from '../picture/Picture.tsx'
import { Price } from './Price.tsx'
import { Tag } from '../text/Tag.tsx'
import * as look from './card-class.ts'
import type { ServiceCardProps } from './card-types.ts'

/** A service in a list inside an island; public lists use ServiceCard.astro. */
export const ServiceCard = (card: ServiceCardProps) => (
  <article className={look.cardClass}>
    <Picture picture={card.picture} figure={card.figure} className={look.servicePictureClass} />
    <div className={look.cardBodyClass}>
      <h3 className={look.cardTitleClass}>
        <a href={card.href} className={look.cardLinkClass}>
          {withNonBreakingSpaces(card.title)}
        </a>
      </h3>
      <div className={look.serviceFactsClass}>
        <span className={look.cardTagsClass}>
          {card.tags?.map((tag) => (
            <Tag key={tag} label={tag} />
          ))}
        </span>
        {card.cycle && (
          <span className="card-cycle">{card.cycle.startsWith('按') ? card.cycle : `周期 ${card.cycle}`}</span>
        )}
      </div>
      <div className="mt-2 desk:mt-4">
        <Price price={card.price} />
      </div>
      <div className={look.serviceFootClass}>
        <span className={look.cardShopClass}>
          <span className="truncate text-ink-2">{card.shop}</span>
          {card.certified && <Certified form="icon" />}
        </span>
        {card.region && <span className="whitespace-nowrap">{card.region}</span>}
      </div>
    </div>
  </article>
)
