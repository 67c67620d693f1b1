import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import type { ShopGlance as Glance, ShopGlance } from '../../contract/shops/seller-shop.ts'
import { links } from '../../domain/links.ts'
import { getBackgroundIndex } from '../../domain/shell/shop-header.ts'
import { today } from '../../domain/time.ts'
import { holidayText } from '../../domain/shops/holiday.ts'
import * as store from '../../stores/shops/shop-overview.ts'
import { Avatar } from '../../ui/picture/Avatar.tsx'
import { LinkButton } from '../../ui/button/Button.tsx'
import { Certified } from '../../ui/card/Certified.tsx'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { ShopBackdrop } from '../../ui/backdrop/ShopBackdrop.tsx'
import { StateBadge } from '../../ui/text/StateBadge.tsx'
import { cardFrame, AsyncContent } from '../list/AsyncContent.tsx'
import { CardSkeleton } from '../list/TableSkeleton.tsx'
import { PostageEditor } from '../orders/postage/PostageEditor.tsx'
import { CloseShop } from './CloseShop.tsx'
import { CircleCheck } from 'lucide-react'
import { shopChecklist } from '../../domain/shops/shop-checklist.ts'
import { Progress } from '../../ui/form/Progress.tsx'

/** Checklist of a complete shop, with links. */
const ShopChecklist = ({ glance }: { glance: ShopGlance }) => {
  const items = shopChecklist(glance.facts)
  const done = items.filter((item) => item.done).length
  return (
    <section className="mt-4 rounded-lg border border-line bg-surface p-4 md:p-6" aria-labelledby="shop-checklist">
      <h2 id="shop-checklist" className="text-lg font-semibold">
        店铺完善度
      </h2>
      <div className="mt-3">
        <Progress
          label="店铺完善度"
          percent={Math.round((done / items.length) * 100)}
          text={done === items.length ? '各项均已完善' : `已完善 ${done} 项，共 ${items.length} 项`}
        />
      </div>
      <ul className="mt-3">
        {items.map((item) => (
          <li key={item.label} className="flex min-h-14 items-center gap-3 border-t border-line py-2">
            {item.done ? (
              <CircleCheck className="size-5 shrink-0 text-good" aria-label="已完成" />
            ) : (
              <span
                className="size-5 shrink-0 rounded-full border border-line-control"
                role="img"
                aria-label="待完善"
              />
            )}
            <span className="min-w-0">
              <span className="block">{item.label}</span>
              {!item.done && <span className="block text-sm text-ink-3">{item.why}</span>}
            </span>
            {!item.done && (
              <a
                href={item.href}
                className="ml-auto inline-flex min-h-11 shrink-0 items-center text-accent hover:underline"
              >
                {item.action}
              </a>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

const Head = ({ glance }: { glance: Glance }) => {
  const ref = { id: glance.shopId, orgId: glance.orgId }
  return (
    <section aria-label="店铺" className="relative overflow-hidden rounded-lg border border-line bg-surface-2">
      <ShopBackdrop place={getBackgroundIndex({ id: glance.shopId, backdrop: glance.backdrop }, today())} />
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

/** The seller's to-dos; nothing without any. */
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

/** 店铺管理: status, to-dos and completeness of the shop. */
export const ShopOverview = ({ who }: { who: number }) => {
  const state = useStore(store.shopOverview)
  useEffect(() => void store.loadShopOverview(), [])
  return (
    <>
      <h1 className="mb-4 text-2xl font-semibold">店铺管理</h1>
      <AsyncContent
        state={state}
        what="店铺"
        permission="corporate_show"
        onRetry={() => void store.loadShopOverview()}
        frame={cardFrame}
        skeleton={<CardSkeleton lines={12} className="min-h-[760px]" />}
      >
        {(glance) => (
          <>
            {glance.holiday && (
              <div className="mb-4">
                <Notice tone="act" title={holidayText(glance.holiday).title}>
                  {holidayText(glance.holiday).text}
                </Notice>
              </div>
            )}
            <Head glance={glance} />
            <Counters glance={glance} />
            <Todos glance={glance} />
            <ShopChecklist glance={glance} />
          </>
        )}
      </AsyncContent>
      <PostageEditor who={who} />
      {state.at === 'ready' && state.content.mayClose && <CloseShop shopName={state.content.shopName} />}
    </>
  )
}
