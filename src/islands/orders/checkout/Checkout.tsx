import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { failures } from '../../../contract/failures.ts'
import type { Confirmation, ConfirmShop } from '../../../contract/orders/checkout.ts'
import { links } from '../../../domain/links.ts'
import { parseCallOff } from '../../../domain/orders/agreements/call-off-request.ts'
import { parseCartRequest } from '../../../domain/orders/cart-request.ts'
import * as store from '../../../stores/orders/checkout/checkout.ts'
import { blockedSupplierOf } from '../../../stores/shops/blocked-supplier.ts'
import { LinkButton } from '../../../ui/button/Button.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { Toaster } from '../../../ui/overlay/Toaster.tsx'
import { cardFrame, AsyncContent } from '../../list/AsyncContent.tsx'
import { CartSkeleton } from '../cart/CartSkeleton.tsx'
import { CheckoutAddresses, CheckoutInvoice } from './checkout-choices.tsx'
import { checkoutColumnsClass, CheckoutItem } from './CheckoutItem.tsx'
import { CheckoutPart } from './CheckoutPart.tsx'
import { CheckoutBar, CheckoutSum } from './CheckoutSum.tsx'
import { Store } from 'lucide-react'
import { yuan } from '../../../domain/money.ts'
import { chargeRefusal } from '../../../stores/orders/budgets/charge.ts'
import { ChargeChoice } from '../budgets/ChargeChoice.tsx'
import { programmeChoices } from '../../../stores/projects/programmes/programme-choices.ts'
import { ProgrammeSelect } from '../../projects/programmes/ProgrammeSelect.tsx'
import { PendingPage } from '../requisitions/PendingNotice.tsx'
import { Certified } from '../../../ui/card/Certified.tsx'
import { controlBase } from '../../../ui/form/control-class.ts'

const titles: Readonly<Record<number, string>> = {
  [failures.conflict.code]: '价格或运费刚刚有变化，订单尚未提交',
  [failures.itemsInvalid.code]: '部分商品或服务刚刚有变化，订单尚未提交',
  [failures.notFound.code]: '购物车已在其他页面变动，订单尚未提交',
}

/** Why the order was refused, with all differences from what was shown. */
const CheckoutRefused = () => {
  const now = useStore(store.checkoutSubmitState)
  if (now.at !== 'refused') return null
  const { failure, changed } = now
  const blocked = blockedSupplierOf(failure)
  const certify = failure.code === failures.notCertified.code || failure.code === failures.certificationExpired.code
  return (
    <div className="mb-4" data-refused>
      <Notice tone="bad" title={titles[failure.code] ?? chargeRefusal(failure)}>
        {failure.code === 0 && '网络可能中断。再次点击“提交订单”不会重复下单。'}
        {failure.code === failures.notFound.code && '页面已显示最新内容，请核对后再提交。'}
        {blocked !== undefined && `${blocked.name}，原因：${blocked.reason}`}
        {certify && (
          <a href={links.buyerAccount({ tab: 'certification' })} className="text-accent underline underline-offset-3">
            企业认证
          </a>
        )}
        {changed.length > 0 && (
          <>
            <ul className="mt-1 space-y-1">
              {changed.map(({ subject, before, after }) => (
                <li key={subject} className="break-words">
                  {subject}：<s className="text-ink-3">{before}</s> → <b className="font-semibold text-ink">{after}</b>
                </li>
              ))}
            </ul>
            <p className="mt-1">页面已显示最新内容，请核对后再次提交。</p>
          </>
        )}
      </Notice>
    </div>
  )
}

const Nothing = () => (
  <EmptyState title="暂无要结算的商品或服务" text="请先在购物车中勾选要结算的商品或服务。">
    <LinkButton kind="main" href={links.cart()}>
      去购物车
    </LinkButton>
    <LinkButton href={links.buyerOrders()}>查看我的订单</LinkButton>
  </EmptyState>
)

/** Choice of cost centre and project, for companies that have any. */
const CheckoutCharge = ({ shown: { costCentres, needsCostCentre, orderAmount } }: { shown: Confirmation }) => {
  const { costCentre = '', projectCode = '' } = useStore(store.checkoutValues)
  if (costCentres.length === 0 && !needsCostCentre) return null
  return (
    <CheckoutPart title="成本中心与预算">
      <ChargeChoice
        centres={costCentres}
        isRequired={needsCostCentre}
        charge={{ costCentre, projectCode }}
        amount={orderAmount}
        onChange={store.chooseCharge}
      />
    </CheckoutPart>
  )
}

/** Choice of the R&D programme, for people who have any. */
const CheckoutProgramme = () => {
  const { programmeId = null } = useStore(store.checkoutValues)
  const choices = useStore(programmeChoices)
  if (choices === null || (choices.length === 0 && programmeId === null)) return null
  return (
    <CheckoutPart title="研发项目">
      <ProgrammeSelect
        bare
        className="w-full md:w-96"
        choices={choices}
        value={programmeId}
        onChange={store.chooseCheckoutProgramme}
      />
    </CheckoutPart>
  )
}

type FullProps = { shown: Confirmation; who: number; refreshing: boolean; fromCart: boolean }

const Remark = ({ shop }: { shop: ConfirmShop }) => {
  const { remarks } = useStore(store.checkoutValues)
  const hasGoods = shop.products.some(({ kind }) => kind === 'product')
  return (
    <label className="flex min-w-0 items-center gap-3 max-desk:flex-col max-desk:items-stretch max-desk:gap-1.5">
      <span className="shrink-0 text-sm text-ink-3">给供应商留言</span>
      <input
        className={`${controlBase} h-8 max-w-[440px] px-3 placeholder:text-ink-3 max-desk:h-11 max-desk:max-w-none`}
        placeholder={hasGoods ? '例如送货时间、随货文件要求' : '例如供试品寄送时间、报告语言要求'}
        maxLength={500}
        autoComplete="off"
        value={remarks[shop.shopId] ?? ''}
        onChange={(event) => store.setCheckoutRemark(shop.shopId, event.target.value)}
      />
    </label>
  )
}

/** Items from one shop, remark, postage and total. */
const CheckoutShop = ({ shop }: { shop: ConfirmShop }) => {
  const { shopId, orgId, shopName, certified, holiday, products, postage, postageText, total } = shop
  const hasGoods = products.some(({ kind }) => kind === 'product')
  const sent = postage === null
  return (
    <section aria-label={shopName} className="border-t border-line">
      <div className="flex items-center gap-2 px-4 pt-4 font-medium desk:px-5">
        <a href={links.shopHome({ id: shopId, orgId })} className="flex min-w-0 items-center gap-2 hover:text-accent">
          <Store className="size-4 shrink-0 text-ink-3" />
          <span className="truncate">{shopName}</span>
        </a>
        {certified && <Certified />}
      </div>
      {holiday && (
        <p className="mx-4 mt-3 rounded-md bg-warn-soft px-3 py-2 text-sm text-warn desk:mx-5">
          {holiday.at === 'now' ? `店铺休假至 ${holiday.until}` : `店铺将于 ${holiday.from} 至 ${holiday.until} 休假`}
          {holiday.notice === '' ? '，订单可能延后处理' : `：${holiday.notice}`}
        </p>
      )}
      <ul>
        {products.map((item) => (
          <CheckoutItem key={`${item.kind} ${item.listingId} ${item.specId ?? ''}`} item={item} />
        ))}
      </ul>
      <div className="mx-4 grid items-center gap-x-6 gap-y-3 border-t border-line py-3 desk:mx-5 desk:grid-cols-[minmax(0,1fr)_auto]">
        <Remark shop={shop} />
        <p
          className={`text-sm max-desk:text-right ${sent ? 'text-bad' : 'text-ink-2'}`}
          data-fault={sent ? '' : undefined}
        >
          {hasGoods && (
            <>
              {postage !== null && postage > 0 && `运费 ¥${yuan(postage)}（${postageText}），`}
              {(postage === null || postage === 0) && `${postageText}，`}
            </>
          )}
          <span className="whitespace-nowrap text-ink-2">
            本店合计 <b className="ml-1 text-base font-semibold text-ink">¥{yuan(total)}</b>
          </span>
        </p>
      </div>
    </section>
  )
}

const Full = ({ shown, who, refreshing, fromCart }: FullProps) => (
  <>
    <CheckoutRefused />
    {shown.agreement !== null && (
      <div className="mb-4">
        <Notice
          tone={shown.orderAmount > shown.agreement.room ? 'bad' : 'go'}
          title={`按框架协议 ${shown.agreement.agreementNo} 下单，单价为协议价`}
        >
          协议余额 ¥{yuan(shown.agreement.room)}，本次合计 ¥{yuan(shown.orderAmount)}（含运费）。
          <a
            href={links.buyerAgreement(shown.agreement.agreementId)}
            className="ml-1 text-accent underline underline-offset-3"
          >
            返回协议修改数量
          </a>
        </Notice>
      </div>
    )}
    <div className="grid items-start gap-4 desk:grid-cols-[minmax(0,1fr)_304px] desk:gap-6">
      <div className="min-w-0 rounded-lg border border-line bg-surface">
        {shown.needsAddress && <CheckoutAddresses shown={shown} who={who} />}
        <CheckoutPart title="商品与服务" more={fromCart ? { label: '返回购物车', href: links.cart() } : undefined}>
          <div className="overflow-hidden rounded-lg border border-line">
            <div
              className={`hidden h-10 items-center bg-surface-2 px-5 text-sm text-ink-2 desk:grid ${checkoutColumnsClass}`}
              aria-hidden
            >
              <span>商品与服务</span>
              <span className="text-right">单价</span>
              <span className="text-center">数量</span>
              <span className="text-right">本次应付</span>
              <span className="text-right">小计</span>
            </div>
            {shown.shops.map((shop) => (
              <CheckoutShop key={shop.shopId} shop={shop} />
            ))}
          </div>
        </CheckoutPart>
        <CheckoutInvoice shown={shown} />
        <CheckoutCharge shown={shown} />
        <CheckoutProgramme />
      </div>
      <CheckoutSum shown={shown} refreshing={refreshing} />
    </div>
    <CheckoutBar shown={shown} refreshing={refreshing} />
  </>
)

/**
 * 确认订单: address, items by shop, invoice, totals. `direct` is the serialised request of 立即购买, `callOff` that of an
 * agreement; without them, the cart.
 */
export const Checkout = ({ direct, callOff, who }: { direct: string; callOff: string; who: number }) => {
  const state = useStore(store.confirmation)
  const submit = useStore(store.checkoutSubmitState)
  useEffect(() => {
    const start = () => void store.startCheckout(parseCartRequest(direct), parseCallOff(callOff))
    start()
    // Restored from the back-forward cache: it may have been submitted meanwhile.
    const again = (event: PageTransitionEvent) => event.persisted && start()
    addEventListener('pageshow', again)
    return () => removeEventListener('pageshow', again)
  }, [direct, callOff])
  return (
    <div className="pt-4 desk:pt-6" aria-busy={state.at === 'ready' && state.refreshing}>
      <h1 className="sr-only">确认订单</h1>
      <AsyncContent
        state={state}
        what="订单内容"
        permission="my_orders"
        onRetry={() => void store.loadCheckout()}
        skeleton={<CartSkeleton />}
        frame={cardFrame}
      >
        {(shown) =>
          submit.at === 'pending' ? (
            cardFrame(<PendingPage requisition={submit.requisition} />)
          ) : shown === null ? (
            cardFrame(<Nothing />)
          ) : (
            <Full
              shown={shown}
              who={who}
              refreshing={state.at === 'ready' && state.refreshing}
              fromCart={parseCartRequest(direct) === undefined && parseCallOff(callOff) === undefined}
            />
          )
        }
      </AsyncContent>
      <Toaster />
    </div>
  )
}
