import { withNonBreakingSpaces } from '../../domain/title-breaks.ts'
import { Certified } from './Certified.tsx'
import { Picture } from '../picture/Picture.tsx'
import { Price } from './Price.tsx'
import * as look from './card-class.ts'
import type { GoodsCardProps } from './card-types.ts'

/** A product in a list inside an island; public lists use GoodsCard.astro. */
export const GoodsCard = (card: GoodsCardProps) => (
  <article className={look.cardClass}>
    <Picture picture={card.picture} figure={card.figure} className={look.goodsPictureClass} />
    <div className={look.cardBodyClass}>
      <h3 className={look.cardTitleClass}>
        <a href={card.href} className={look.cardLinkClass}>
          {withNonBreakingSpaces(card.title)}
        </a>
      </h3>
      <p className={look.goodsNoteClass}>{card.note}</p>
      <div className="mt-2 desk:mt-3">
        <Price price={card.price} />
      </div>
      <div className="mt-1 flex items-center gap-1 text-xs text-ink-3">
        <span className="truncate text-ink-2">{card.shop}</span>
        {card.certified && <Certified form="icon" />}
      </div>
    </div>
  </article>
)
