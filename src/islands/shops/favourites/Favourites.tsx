import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import { links } from '../../../domain/links.ts'
import * as store from '../../../stores/shops/favourites.ts'
import { Button, LinkButton } from '../../../ui/button/Button.tsx'
import { Chip } from '../../../ui/chip/Chip.tsx'
import { Checkbox } from '../../../ui/form/Checkbox.tsx'
import { Confirm } from '../../../ui/overlay/Confirm.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { toast } from '../../../ui/overlay/toast.ts'
import { Toaster } from '../../../ui/overlay/Toaster.tsx'
import { ListSearch } from '../../list/ListSearch.tsx'
import { ListRows } from '../../list/ListRows.tsx'
import type { FavouriteRow } from '../../../contract/shops/follows.ts'
import { favouriteChangeText, type FavouriteChange } from '../../../domain/catalogue/favourite-changes.ts'
import { listingPrice, yuan } from '../../../domain/money.ts'
import { date } from '../../../domain/time.ts'
import { addToCart } from '../../../stores/orders/cart/add-to-cart.ts'
import { Certified } from '../../../ui/card/Certified.tsx'
import { Price } from '../../../ui/card/Price.tsx'
import { Picture } from '../../../ui/picture/Picture.tsx'
import { illustrationNamed, ownPicture } from '../../../ui/picture/illustration-url.ts'
import { StateBadge } from '../../../ui/text/StateBadge.tsx'
import type { Tone } from '../../../ui/text/state-shape.ts'

const words: Record<store.FavouritePart, string> = {
  all: '全部',
  service: '服务',
  product: '商品',
  down: '已降价',
  gone: '已下架',
}

/** Selection bar: select all, remove selected. */
const SelectionBar = ({ count }: { count: number }) => {
  const chosen = useStore(store.chosenFavourites)
  return (
    <div className="flex min-h-12 items-center gap-4 border-b border-line px-4">
      <Checkbox
        checked={chosen.size > 0 && chosen.size === count}
        mixed={chosen.size > 0 && chosen.size < count}
        onChange={(event) => store.toggleAllFavourites(event.target.checked)}
      >
        全选
      </Checkbox>
      {chosen.size > 0 && (
        <>
          <span role="status" className="text-ink-2">
            已选 {chosen.size} 项
          </span>
          <Button size="sm" kind="plain" onClick={store.removeChosenFavourites}>
            取消收藏
          </Button>
        </>
      )}
    </div>
  )
}

const RemovalDialog = () => {
  const open = useStore(store.favouriteRemoval)
  if (open.at === 'none') return null
  const [first] = open.rows
  const what = open.rows.length === 1 ? `“${first?.title ?? ''}”` : `所选的 ${open.rows.length} 项`
  const remove = () =>
    void store.removeFavourites().then((removed) => {
      if (removed !== undefined) toast.success(`已取消收藏 ${removed} 项`)
    })
  return (
    <Confirm
      open
      onCancel={store.closeFavouriteRemoval}
      onConfirm={remove}
      title="取消收藏"
      text={open.failure ? open.failure.message : `不再收藏${what}，也不再收到它的降价与下架提醒。`}
      confirm="取消收藏"
      cancel="保留"
      busy={open.sending}
    />
  )
}

const NoFavourites = ({ query }: { query: store.FavouritesQuery }) => {
  if (query.part !== 'all' || query.keyword !== '') {
    return (
      <EmptyState title="没有符合条件的收藏" text="请调整分类或关键词。">
        <Button onClick={() => store.updateFavouritesQuery({ part: 'all', keyword: '' })}>清空条件</Button>
      </EmptyState>
    )
  }
  return (
    <EmptyState title="暂无收藏" text="在服务与商品的图片上点星形即可收藏，降价或下架时会提醒您。">
      <LinkButton kind="main" href={links.serviceList()}>
        查看服务
      </LinkButton>
      <LinkButton href={links.goodsList()}>查看商品</LinkButton>
    </EmptyState>
  )
}

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
const FavouriteItem = ({ row }: { row: FavouriteRow }) => {
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
            aria-label={`${gone ? '查找相似' : '查看'}：${row.title}`}
          >
            {gone ? '查找相似' : '查看'}
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

/** 收藏的服务与商品, with their current state. */
export const Favourites = ({ search }: { search: string }) => {
  const state = useStore(store.favourites)
  const query = useStore(store.favouritesQuery) ?? store.parseFavouritesQuery(new URLSearchParams(search))
  useEffect(() => store.startFavourites(), [])
  const counts = state.at === 'ready' ? state.content.counts : undefined
  const countOf = (part: store.FavouritePart) =>
    counts && (part === 'all' ? counts.service + counts.product : counts[part])
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3 pb-4">
        <div role="group" aria-label="收藏的分类" className="flex flex-wrap gap-2">
          {store.favouriteParts.map((part) => (
            <Chip
              key={part}
              label={countOf(part) === undefined ? words[part] : `${words[part]} ${countOf(part)}`}
              chosen={query.part === part}
              onChange={() => store.updateFavouritesQuery({ part })}
            />
          ))}
        </div>
        <ListSearch
          placeholder="服务、商品或店铺"
          keyword={query.keyword}
          onSearch={(keyword) => store.updateFavouritesQuery({ keyword })}
        />
      </div>
      <div aria-busy={state.at === 'ready' && state.refreshing}>
        <ListRows
          state={state}
          what="收藏"
          onRetry={() => void store.loadFavourites()}
          page={{
            size: store.favouritePageSize,
            current: query.current,
            onChange: (current) => store.updateFavouritesQuery({ current }),
          }}
          empty={<NoFavourites query={query} />}
        >
          {({ data }) => (
            <div className="rounded-lg border border-line bg-surface">
              <SelectionBar count={data.length} />
              <ul>
                {data.map((row) => (
                  <FavouriteItem key={row.favouriteId} row={row} />
                ))}
              </ul>
            </div>
          )}
        </ListRows>
      </div>
      <RemovalDialog />
      <Toaster />
    </>
  )
}
