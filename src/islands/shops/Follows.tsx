import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import type { FollowRow } from '../../contract/shops/follows.ts'
import { links } from '../../domain/links.ts'
import { date } from '../../domain/time.ts'
import * as store from '../../stores/shops/follows.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { Button, LinkButton } from '../../ui/Button.tsx'
import { Certified } from '../../ui/Certified.tsx'
import { Confirm } from '../../ui/Confirm.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { toast } from '../../ui/toast.ts'
import { Toaster } from '../../ui/Toaster.tsx'
import { ListSearch } from '../ListSearch.tsx'
import { CardSkeleton } from '../TableSkeleton.tsx'
import { ListRows } from '../ListRows.tsx'

const grid = 'grid grid-cols-1 gap-4 md:grid-cols-2 wide:grid-cols-3'
/** Counted up to here by the call. */
const mostNew = 100

/** One followed shop: what is new since, or that it closed. */
const FollowCard = ({ shop }: { shop: FollowRow }) => {
  const home = links.shopHome({ id: shop.shopId, orgId: shop.orgId })
  const fresh = shop.newCount >= mostNew ? `${mostNew}+` : String(shop.newCount)
  return (
    <li className="flex flex-col rounded-lg border border-line bg-surface p-4">
      <div className="flex items-center gap-3">
        <Avatar name={shop.shopName} kind="org" size="lg" picture={shop.shopLogo === '' ? undefined : shop.shopLogo} />
        <div className="min-w-0">
          <h2 className="truncate text-lg font-medium">
            {shop.isOpen ? (
              <a href={home} className="hover:text-accent">
                {shop.shopName}
              </a>
            ) : (
              <span className="text-ink-3">{shop.shopName}</span>
            )}
          </h2>
          <p className="flex items-center gap-2 text-xs text-ink-3">
            {shop.certified && <Certified />}
            <span>{shop.districtName}</span>
          </p>
        </div>
      </div>
      <p className="mt-3 two-lines text-ink-2">{shop.isOpen ? shop.shopBrief : '该店铺已停止营业。'}</p>
      <p className="mt-3 flex flex-wrap gap-x-4 text-sm text-ink-3">
        <span>服务 {shop.serviceAccount}</span>
        <span>商品 {shop.productAccount}</span>
        <span>{date(shop.followedAt)} 关注</span>
      </p>
      <div className="mt-auto flex items-center gap-2 border-t border-line pt-3 max-md:mt-3 md:mt-4">
        <span className="flex-1 text-sm">
          {shop.isOpen && shop.newCount > 0 ? (
            <a href={home} className="font-medium text-accent hover:underline">
              上新 {fresh} 项
            </a>
          ) : (
            <span className="text-ink-3">{shop.isOpen ? '关注以来没有上新' : ''}</span>
          )}
        </span>
        <Button
          size="sm"
          className="max-md:h-11"
          onClick={() => store.ask(shop)}
          aria-label={`取消关注：${shop.shopName}`}
        >
          取消关注
        </Button>
      </div>
    </li>
  )
}

const Question = () => {
  const open = useStore(store.ending)
  if (open.at === 'none') return null
  const end = () =>
    void store.end().then((worked) => {
      if (worked) toast.good('已取消关注')
    })
  return (
    <Confirm
      open
      onCancel={store.dismiss}
      onConfirm={end}
      title="取消关注"
      text={open.failure ? open.failure.message : `不再关注“${open.shop.shopName}”。`}
      confirm="取消关注"
      cancel="保留"
      busy={open.sending}
    />
  )
}

/** 关注的店铺, with what is new in them. */
export const Follows = ({ search }: { search: string }) => {
  const state = useStore(store.follows)
  const query = useStore(store.query) ?? store.readFollows(new URLSearchParams(search))
  useEffect(() => store.start(), [])
  return (
    <>
      <div className="pb-4 md:flex md:justify-end">
        <ListSearch placeholder="店铺名称" keyword={query.keyword} onSearch={(keyword) => store.choose({ keyword })} />
      </div>
      <div aria-busy={state.at === 'ready' && state.refreshing}>
        <ListRows
          state={state}
          what="关注的店铺"
          onRetry={() => void store.load()}
          skeleton={
            <div className={grid}>
              {['one', 'two', 'three'].map((key) => (
                <CardSkeleton key={key} lines={4} />
              ))}
            </div>
          }
          page={{ size: store.pageSize, current: query.current, onChange: (current) => store.choose({ current }) }}
          empty={
            query.keyword === '' ? (
              <EmptyState title="还没有关注的店铺" text="关注店铺后，它上架的新服务与新商品会列在这里。">
                <LinkButton kind="main" href={links.shopList()}>
                  去找供应商
                </LinkButton>
              </EmptyState>
            ) : (
              <EmptyState title="没有符合条件的店铺" text="换个关键词再看看。">
                <Button onClick={() => store.choose({ keyword: '' })}>清空条件</Button>
              </EmptyState>
            )
          }
        >
          {({ data }) => (
            <ul className={grid}>
              {data.map((shop) => (
                <FollowCard key={shop.shopId} shop={shop} />
              ))}
            </ul>
          )}
        </ListRows>
      </div>
      <Question />
      <Toaster />
    </>
  )
}
