import { useStore } from '@nanostores/react'
import type { FavouriteRow } from '../../contract/shops/follows.ts'
import { changeWord, type FavouriteChange } from '../../domain/catalogue/favourite-changes.ts'
import { links } from '../../domain/links.ts'
import { listingPrice, yuan } from '../../domain/money.ts'
import { date } from '../../domain/time.ts'
import * as store from '../../stores/shops/favourites.ts'
import { Button, LinkButton } from '../../ui/Button.tsx'
import { Certified } from '../../ui/Certified.tsx'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { figureNamed, ownPicture } from '../../ui/figure-url.ts'
import { Picture } from '../../ui/Picture.tsx'
import { Price } from '../../ui/Price.tsx'
import { StateBadge } from '../../ui/StateBadge.tsx'
import type { Tone } from '../../ui/state-shape.ts'
import { JoinFavourite } from './JoinFavourite.tsx'

const tones: Record<FavouriteChange['at'], Tone> = {
  ...{ same: 'mute', gone: 'mute', down: 'good', up: 'go', agreed: 'mute', priced: 'go' },
}
const pageOf = (row: Pick<FavouriteRow, 'kind' | 'listingId' | 'productNo'>) =>
  row.productNo === null ? links.serviceDetail(row.listingId) : links.goodsDetail(row.productNo)
const similarTo = ({ kind, categoryId }: FavouriteRow) =>
  kind === 'service' ? links.serviceList({ id: categoryId }) : links.goodsList({ id: categoryId })

/** One kept listing: what it asks now, and what became of it since. */
export const FavouriteItem = ({ row }: { row: FavouriteRow }) => {
  const chosen = useStore(store.chosen)
  const gone = row.change.at === 'gone'
  const word = changeWord(row.change)
  const dim = gone ? 'text-ink-3' : ''
  return (
    <li className="grid grid-cols-[auto_auto_minmax(0,1fr)] items-start gap-x-3 gap-y-2 border-t border-line px-4 py-4 first:border-t-0 md:grid-cols-[auto_auto_minmax(0,1fr)_minmax(9rem,auto)_auto] md:items-center md:gap-x-4">
      <Checkbox
        aria-label={`选择 ${row.title}`}
        checked={chosen.has(row.favouriteId)}
        onChange={(event) => store.pick(row.favouriteId, event.target.checked)}
      />
      <Picture
        picture={ownPicture(row.pictureUrl)}
        figure={figureNamed(row.figure)}
        className={`aspect-[4/3] w-20 shrink-0 rounded-md border border-line md:w-24 ${gone ? 'opacity-50' : ''}`}
      />
      <div className="min-w-0">
        <p className={`line-clamp-2 font-medium ${dim}`}>
          {gone ? (
            row.title
          ) : (
            <a href={pageOf(row)} className="hover:text-accent">
              {row.title}
            </a>
          )}
        </p>
        {row.note !== '' && <p className="mt-0.5 truncate text-sm text-ink-3">{row.note}</p>}
        <p className="mt-0.5 flex min-w-0 items-center gap-1 text-sm text-ink-3">
          <a
            href={links.shopHome({ id: row.shopId, orgId: row.orgId })}
            className="truncate text-ink-2 hover:text-accent"
          >
            {row.shopName}
          </a>
          {row.certified && <Certified form="icon" />}
          <span className="whitespace-nowrap">· {date(row.keptAt)} 收藏</span>
        </p>
      </div>
      <div className={`max-md:col-start-3 md:text-right ${dim}`}>
        <Price price={listingPrice(row.priceType, row.price, row.highPrice)} size="sm" />
        {word !== '' && (
          <p className="mt-0.5 flex flex-wrap items-center gap-x-2 text-sm md:justify-end">
            <StateBadge tone={tones[row.change.at]} label={word} />
            {row.keptPrice !== null && !gone && (
              <span className="whitespace-nowrap text-ink-3">收藏时 ¥{yuan(row.keptPrice)}</span>
            )}
          </p>
        )}
      </div>
      <div className="flex gap-2 max-md:col-start-3 md:w-44 md:justify-end">
        {!gone && row.priceType === 0 ? (
          <JoinFavourite row={row} page={pageOf(row)} />
        ) : (
          <LinkButton
            size="sm"
            className="max-md:h-11"
            href={gone ? similarTo(row) : pageOf(row)}
            aria-label={`${gone ? '找相近的' : '查看'}：${row.title}`}
          >
            {gone ? '找相近的' : '查看'}
          </LinkButton>
        )}
        <Button
          size="sm"
          kind="link"
          className="max-md:h-11"
          onClick={() => store.ask([row])}
          aria-label={`取消收藏：${row.title}`}
        >
          取消收藏
        </Button>
      </div>
    </li>
  )
}
