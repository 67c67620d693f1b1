import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import type { ShopGlance as Glance } from '../../contract/shops/seller-shop.ts'
import { links } from '../../domain/links.ts'
import { backdropPlace } from '../../domain/shell/shop-header.ts'
import { holidayLine } from '../../domain/shops/holiday.ts'
import * as store from '../../stores/shops/glance.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { LinkButton } from '../../ui/Button.tsx'
import { Certified } from '../../ui/Certified.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { ShopBackdrop } from '../../ui/ShopBackdrop.tsx'
import { StateBadge } from '../../ui/StateBadge.tsx'
import { card, Shown } from '../Shown.tsx'
import { CardSkeleton } from '../TableSkeleton.tsx'
import { PostageEditor } from '../orders/postage/PostageEditor.tsx'
import { CloseShop } from './CloseShop.tsx'
import { ShopChecklist } from './ShopChecklist.tsx'

const Head = ({ glance }: { glance: Glance }) => {
  const ref = { id: glance.shopId, orgId: glance.orgId }
  return (
    <section aria-label="店铺" className="relative overflow-hidden rounded-lg border border-line bg-surface-2">
      <ShopBackdrop place={backdropPlace({ id: glance.shopId, backdrop: glance.backdrop })} />
      <div className="relative flex flex-wrap items-center gap-4 p-4 md:p-6 max-desk:pt-20">
        <Avatar name={glance.shopName} kind="org" size="lg" picture={glance.shopLogo || undefined} />
        <div className="min-w-0 flex-1">
          <p className="text-xl font-semibold wrap-anywhere">{glance.shopName}</p>
          <p className="mt-1 flex flex-wrap items-center gap-3 text-sm">
            {glance.holiday?.at === 'now' ? (
              <StateBadge tone="act" label="休假中" />
            ) : (
              <StateBadge tone="good" label="营业中" />
            )}
            {glance.certified ? <Certified /> : <span className="text-ink-3">企业认证不在有效期</span>}
          </p>
        </div>
        <div className="flex w-full gap-2 md:w-auto">
          <LinkButton href={links.shopHome(ref)} className="max-md:h-11 max-md:flex-1">
            查看店铺
          </LinkButton>
          <LinkButton kind="main" href={links.sellerOpenShop()} className="max-md:h-11 max-md:flex-1">
            编辑店铺
          </LinkButton>
        </div>
      </div>
    </section>
  )
}

const Counters = ({ glance }: { glance: Glance }) => {
  const counters = [
    { label: '在售服务', value: glance.serviceAccount, href: links.sellerServices() },
    { label: '在售商品', value: glance.productAccount, href: links.sellerGoods() },
    { label: '店铺关注', value: glance.followCount },
    { label: '内容浏览', value: glance.viewCount },
    { label: '内容收藏', value: glance.favouriteCount },
  ]
  return (
    <dl className="mt-4 grid grid-cols-2 overflow-hidden rounded-lg border border-line bg-surface md:grid-cols-5">
      {counters.map(({ label, value, href }) => (
        <div
          key={label}
          className="relative border-line p-4 max-md:border-t max-md:not-first:even:border-l max-md:last:odd:col-span-2 md:not-first:border-l"
        >
          <dt className="text-sm text-ink-3">{label}</dt>
          <dd className="mt-1 text-3xl font-semibold tabular-nums">
            {href === undefined ? (
              value.toLocaleString('en-US')
            ) : (
              <a
                href={href}
                className="after:absolute after:inset-0 hover:text-accent"
                aria-label={`${label} ${value}`}
              >
                {value.toLocaleString('en-US')}
              </a>
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** What waits for the seller; nothing where nothing does. */
const Todos = ({ glance }: { glance: Glance }) => {
  const certificates = `${links.sellerTags()}#qualifications`
  const todos = [
    { count: glance.openInquiries, text: '条咨询待回复', href: links.sellerMessages(), action: '去回复' },
    { count: glance.rejectedCount, text: '项内容未通过审核', href: links.sellerServices(), action: '查看原因' },
    { count: glance.rejectedQualifications, text: '份资质未通过审核', href: certificates, action: '查看原因' },
    { count: glance.endingQualifications, text: '份资质将在 60 天内到期', href: certificates, action: '提交新证书' },
    { count: glance.waitingCount, text: '项内容审核中', href: links.sellerServices(), action: '查看' },
    { count: glance.waitingQualifications, text: '份资质审核中', href: certificates, action: '查看' },
  ].filter(({ count }) => count > 0)
  if (todos.length === 0) return null
  return (
    <section className="mt-4 rounded-lg border border-line bg-surface" aria-labelledby="shop-todos">
      <h2 id="shop-todos" className="px-4 pt-4 text-lg font-semibold md:px-6">
        待处理
      </h2>
      <ul className="mt-2 px-4 pb-2 md:px-6">
        {todos.map(({ count, text, href, action }) => (
          <li key={text} className="flex min-h-12 items-center gap-3 border-t border-line first:border-t-0">
            <span>
              <b className="font-semibold tabular-nums">{count}</b> {text}
            </span>
            <a href={href} className="ml-auto inline-flex min-h-11 items-center text-accent hover:underline">
              {action}
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** 店铺管理: how the shop stands, what waits, what is missing. */
export const ShopGlance = ({ who }: { who: number }) => {
  const state = useStore(store.glance)
  useEffect(() => void store.load(), [])
  return (
    <>
      <h1 className="mb-4 text-2xl font-semibold">店铺管理</h1>
      <Shown
        state={state}
        what="店铺"
        permission="corporate_show"
        onRetry={() => void store.load()}
        frame={card}
        skeleton={<CardSkeleton lines={12} className="min-h-[760px]" />}
      >
        {(glance) => (
          <>
            {glance.holiday && (
              <div className="mb-4">
                <Notice tone="act" title={holidayLine(glance.holiday).title}>
                  {holidayLine(glance.holiday).text}
                </Notice>
              </div>
            )}
            <Head glance={glance} />
            <Counters glance={glance} />
            <Todos glance={glance} />
            <ShopChecklist glance={glance} />
          </>
        )}
      </Shown>
      <PostageEditor who={who} />
      {state.at === 'ready' && state.content.mayClose && <CloseShop shopName={state.content.shopName} />}
    </>
  )
}
