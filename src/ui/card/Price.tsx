import { Fragment } from 'react'
import type { ListingPrice } from '../../domain/money.ts'
import { priceClass, priceSums, type PriceSize } from './price-class.ts'

type Props = {
  fen?: number | null | undefined
  price?: ListingPrice | undefined
  size?: PriceSize | undefined
  /** Text without an amount: 面议 unless another is given. */
  word?: string | undefined
}

/** A price. `fen` for one amount, `price` for a listing; without an amount it shows `word`. */
export const Price = ({ fen, price, size = 'md', word = '面议' }: Props) => {
  const look = priceClass[size]
  const parts = priceSums(price, fen)
  return (
    <span>
      {parts.length === 0 && <span className={look.word}>{word}</span>}
      {parts.map(({ whole, cents }, index) => (
        <Fragment key={index}>
          {index > 0 && (
            <>
              <span className="mx-1 text-ink-3">~</span>
              <wbr />
            </>
          )}
          <span className="whitespace-nowrap">
            <span className={look.small}>¥</span>
            <span className={look.whole}>{whole}</span>
            <span className={look.small}>{cents}</span>
          </span>
        </Fragment>
      ))}
    </span>
  )
}
