import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
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
import { FavouriteItem } from './FavouriteItem.tsx'

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
      <EmptyState title="没有符合条件的收藏" text="换个分类或关键词再看看。">
        <Button onClick={() => store.updateFavouritesQuery({ part: 'all', keyword: '' })}>清空条件</Button>
      </EmptyState>
    )
  }
  return (
    <EmptyState title="还没有收藏" text="在服务与商品的图片上点星形即可收藏，降价或下架时会提醒您。">
      <LinkButton kind="main" href={links.serviceList()}>
        去看服务
      </LinkButton>
      <LinkButton href={links.goodsList()}>去看商品</LinkButton>
    </EmptyState>
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
