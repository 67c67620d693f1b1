import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import type { FollowRow } from '../../../contract/shops/follows.ts'
import { links } from '../../../domain/links.ts'
import { date } from '../../../domain/time.ts'
import * as store from '../../../stores/shops/follows.ts'
import { Avatar } from '../../../ui/picture/Avatar.tsx'
import { Button, LinkButton } from '../../../ui/button/Button.tsx'
import { Certified } from '../../../ui/card/Certified.tsx'
import { Confirm } from '../../../ui/overlay/Confirm.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { toast } from '../../../ui/overlay/toast.ts'
import { Toaster } from '../../../ui/overlay/Toaster.tsx'
import { ListSearch } from '../../list/ListSearch.tsx'
import { CardSkeleton } from '../../list/TableSkeleton.tsx'
import { ListRows } from '../../list/ListRows.tsx'

const grid = 'grid grid-cols-1 gap-4 md:grid-cols-2 wide:grid-cols-3'
/** Upper bound of the count returned by the call. */
const maxNew = 100

/** One followed shop: number of new listings, or that it closed. */
const FollowCard = ({ shop }: { shop: FollowRow }) => {
  const home = links.shopHome({ id: shop.shopId, orgId: shop.orgId })
  const fresh = shop.newCount >= maxNew ? `${maxNew}+` : String(shop.newCount)
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
            <span className="text-ink-3">{shop.isOpen ? '关注以来暂无上新' : ''}</span>
          )}
        </span>
        <Button
          size="sm"
          className="max-md:h-11"
          onClick={() => store.openUnfollow(shop)}
          aria-label={`取消关注：${shop.shopName}`}
        >
          取消关注
        </Button>
      </div>
    </li>
  )
}

const UnfollowDialog = () => {
  const open = useStore(store.unfollowing)
  if (open.at === 'none') return null
  const end = () =>
    void store.unfollowShop().then((worked) => {
      if (worked) toast.success('已取消关注')
    })
  return (
    <Confirm
      open
      onCancel={store.closeUnfollow}
      onConfirm={end}
      title="取消关注"
      text={open.failure ? open.failure.message : `不再关注“${open.shop.shopName}”。`}
      confirm="取消关注"
      cancel="保留"
      busy={open.sending}
    />
  )
}

/** 关注的店铺, with their new listings. */
export const Follows = ({ search }: { search: string }) => {
  const state = useStore(store.follows)
  const query = useStore(store.followsQuery) ?? store.parseFollowsQuery(new URLSearchParams(search))
  useEffect(() => store.startFollows(), [])
  return (
    <>
      <div className="pb-4">
        <ListSearch
          placeholder="店铺名称"
          keyword={query.keyword}
          onSearch={(keyword) => store.updateFollowsQuery({ keyword })}
        />
      </div>
      <div aria-busy={state.at === 'ready' && state.refreshing}>
        <ListRows
          state={state}
          what="关注的店铺"
          onRetry={() => void store.loadFollows()}
          skeleton={
            <div className={grid}>
              {['one', 'two', 'three'].map((key) => (
                <CardSkeleton key={key} lines={4} />
              ))}
            </div>
          }
          page={{
            size: store.followPageSize,
            current: query.current,
            onChange: (current) => store.updateFollowsQuery({ current }),
          }}
          empty={
            query.keyword === '' ? (
              <EmptyState title="暂无关注的店铺" text="关注店铺后，它上架的新服务与新商品会列在这里。">
                <LinkButton kind="main" href={links.shopList()}>
                  查找供应商
                </LinkButton>
              </EmptyState>
            ) : (
              <EmptyState title="没有符合条件的店铺" text="请更换关键词。">
                <Button onClick={() => store.updateFollowsQuery({ keyword: '' })}>清空条件</Button>
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
      <UnfollowDialog />
      <Toaster />
    </>
  )
}
