import { useStore } from '@nanostores/react'
import { useState } from 'react'
import type { FavouriteRow } from '../../../contract/shops/follows.ts'
import { favouriteChangeText, type FavouriteChange } from '../../../domain/catalogue/favourite-changes.ts'
import { links } from '../../../domain/links.ts'
import { listingPrice, yuan } from '../../../domain/money.ts'
import { date } from '../../../domain/time.ts'
import { addToCart } from '../../../stores/orders/cart/add-to-cart.ts'
import * as store from '../../../stores/shops/favourites.ts'
import { Button, LinkButton } from '../../../ui/button/Button.tsx'
import { Certified } from '../../../ui/card/Certified.tsx'
import { Price } from '../../../ui/card/Price.tsx'
import { Checkbox } from '../../../ui/form/Checkbox.tsx'
import { toast } from '../../../ui/overlay/toast.ts'
import { Picture } from '../../../ui/picture/Picture.tsx'
import { illustrationNamed, ownPicture } from '../../../ui/picture/illustration-url.ts'
import { StateBadge } from '../../../ui/text/StateBadge.tsx'
import type { Tone } from '../../../ui/text/state-shape.ts'

/** Adds a favourite to the cart; with several specifications it links to the listing. */
const AddToCartButton = ({ row, page }: { row: FavouriteRow; page: string }) => {
  const [busy, setBusy] = useState(false)
  const put = async () => {
    setBusy(true)
    const joined = await addToCart({ kind: row.kind, listingId: row.listingId, specId: null, quantity: null })
    setBusy(false)
    if (joined.at === 'choose') location.assign(page)
    if (joined.at === 'refused') toast.warning(joined.say)
    if (joined.at === 'joined')
      toast.info(joined.say, { label: `去购物车（${joined.count}）`, onClick: () => location.assign(links.cart()) })
  }
  return (
    <Button
      size="sm"
      className="max-md:h-11"
      busy={busy}
      aria-label={`加入购物车：${row.title}`}
      onClick={() => void put()}
    >
      加入购物车
    </Button>
  )
}

const tones: Record<FavouriteChange['at'], Tone> = {
  same: 'mute',
  gone: 'mute',
  down: 'good',
  up: 'go',
  agreed: 'mute',
  priced: 'go',
}
const pageOf = (row: Pick<FavouriteRow, 'kind' | 'listingId' | 'productNo'>) =>
  row.productNo === null ? links.serviceDetail(row.listingId) : links.goodsDetail(row.productNo)
const similarTo = ({ kind, categoryId }: FavouriteRow) =>
  kind === 'service' ? links.serviceList({ id: categoryId }) : links.goodsList({ id: categoryId })

/** One favourite: current price, and changes since it was saved. */
export const FavouriteItem = ({ row }: { row: FavouriteRow }) => {
  const chosen = useStore(store.chosenFavourites)
  const gone = row.change.at === 'gone'
  const word = favouriteChangeText(row.change)
  const dim = gone ? 'text-ink-3' : ''
  return (
    <li className="grid grid-cols-[auto_auto_minmax(0,1fr)] items-start gap-x-3 gap-y-2 border-t border-line px-4 py-4 first:border-t-0 md:grid-cols-[auto_auto_minmax(0,1fr)_minmax(9rem,auto)_auto] md:items-center md:gap-x-4">
      <Checkbox
        aria-label={`选择 ${row.title}`}
        checked={chosen.has(row.favouriteId)}
        onChange={(event) => store.toggleFavourite(row.favouriteId, event.target.checked)}
      />
      <Picture
        picture={ownPicture(row.pictureUrl)}
        figure={illustrationNamed(row.figure)}
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
          <AddToCartButton row={row} page={pageOf(row)} />
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
          onClick={() => store.openFavouriteRemoval([row])}
          aria-label={`取消收藏：${row.title}`}
        >
          取消收藏
        </Button>
      </div>
    </li>
  )
}
