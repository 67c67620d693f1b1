import { useStore } from '@nanostores/react'
import type { Confirmation } from '../../../contract/orders/checkout.ts'
import { links } from '../../../domain/links.ts'
import { yuan } from '../../../domain/money.ts'
import { checkCharge, validCharge, type Charge } from '../../../stores/orders/budgets/charge.ts'
import * as store from '../../../stores/orders/checkout/checkout.ts'
import { submitCheckout } from '../../../stores/orders/checkout/checkout-submit.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { Price } from '../../../ui/card/Price.tsx'

/**
 * Opens the payment in place of this page, so that back leads to the cart. After a refusal the first error is shown.
 */
const submitAndOpenPayment = () =>
  void submitCheckout().then((groupId) => {
    if (groupId !== undefined) return location.replace(links.payOrder(groupId))
    requestAnimationFrame(() => showFault())
  })

function showFault(): void {
  const fault = document.querySelector('[data-refused], [data-fault]')
  fault?.scrollIntoView({ block: 'center' })
  const control = fault?.matches('button') === true ? fault : fault?.querySelector('button, a, input')
  if (control instanceof HTMLElement) control.focus({ preventScroll: true })
}

const sumOf = (shown: Confirmation, of: (shop: Confirmation['shops'][number]) => number) =>
  shown.shops.reduce((sum, shop) => sum + of(shop), 0)

/** Why it cannot be submitted; undefined if it can. */
function submitBlocker(shown: Confirmation, charge: Charge): string | undefined {
  if (shown.shops.some(({ products }) => products.some(({ fault }) => fault !== null)))
    return '请先处理标出的商品或服务'
  if (shown.needsAddress && shown.address === null) return '请先选择或新增收货地址'
  if (shown.shops.some(({ postage }) => postage === null)) return '部分商品不配送到所选地址，请更换地址'
  const { costCentre } = validCharge(shown.costCentres, charge)
  if (shown.needsCostCentre && costCentre === '') return '请先选择成本中心'
  return undefined
}

const Line = ({ label, fen, strong = false }: { label: string; fen: number; strong?: boolean }) => (
  <div className={`flex justify-between gap-3 ${strong ? 'border-t border-line pt-2' : ''}`}>
    <dt className="text-ink-3">{label}</dt>
    <dd className={strong ? 'font-semibold' : ''}>¥{yuan(fen)}</dd>
  </div>
)

/** Unknown without an address, or where an item cannot be delivered. */
const Postage = ({ shown }: { shown: Confirmation }) =>
  shown.address !== null && shown.shops.every(({ postage }) => postage !== null) ? (
    <Line label="运费" fen={sumOf(shown, ({ postage }) => postage ?? 0)} />
  ) : (
    <div className="flex justify-between gap-3">
      <dt className="text-ink-3">运费</dt>
      <dd className="text-ink-3">{shown.address === null ? '选择地址后计算' : '不配送，无法计算'}</dd>
    </div>
  )

/** Number of orders and payment deadline. */
const Consequences = ({ shown }: { shown: Confirmation }) => (
  <>
    <p className="mt-3 text-sm text-ink-3">
      {shown.shops.length > 1 && `将按店铺拆分为 ${shown.shops.length} 个订单。`}
      请在提交后 24 小时内付款，逾期自动取消并释放库存。
    </p>
    <p className="mt-2 text-sm text-ink-3">
      提交即同意
      <a href={links.platformRules(1)} className="text-accent underline underline-offset-3">
        《交易规则》
      </a>
    </p>
  </>
)

const Submit = ({ shown, refreshing, bar = false }: { shown: Confirmation; refreshing: boolean; bar?: boolean }) => {
  const { at } = useStore(store.checkoutSubmitState)
  const { costCentre = '', projectCode = '' } = useStore(store.checkoutValues)
  const charge = { costCentre, projectCode }
  const why = submitBlocker(shown, charge)
  const showWhy = () => {
    checkCharge(shown.costCentres, shown.needsCostCentre, charge)
    requestAnimationFrame(() => showFault())
  }
  const id = bar ? 'why-not-bar' : 'why-not'
  return (
    <>
      <Button
        kind="main"
        size="lg"
        block={!bar}
        className={bar ? 'shrink-0' : ''}
        busy={at === 'sending' || at === 'sent' || refreshing}
        aria-describedby={why === undefined ? undefined : id}
        onClick={why === undefined ? submitAndOpenPayment : showWhy}
      >
        提交订单
      </Button>
      {why !== undefined && (
        <p id={id} className={`text-sm text-warn ${bar ? 'sr-only' : 'mt-2'}`}>
          {why}
        </p>
      )}
    </>
  )
}

/** Totals, and the submit button. */
export const CheckoutSum = ({ shown, refreshing }: { shown: Confirmation; refreshing: boolean }) => {
  const items = shown.shops.flatMap(({ products }) => products)
  const count = (kind: 'service' | 'product') => items.filter((item) => item.kind === kind).length
  const services = items.filter((item) => item.downPaymentAmount < item.productAmount)
  const first = services.reduce((sum, item) => sum + item.downPaymentAmount, 0)
  const rest = shown.orderAmount - shown.dueNow
  return (
    <aside className="rounded-lg border border-line bg-surface desk:sticky desk:top-6" aria-label="应付">
      <div className="p-5" aria-live="polite">
        <h2 className="text-lg font-semibold">应付</h2>
        <dl className="mt-4 space-y-2">
          {count('product') > 0 && (
            <Line label={`商品 ${count('product')} 种`} fen={sumOf(shown, ({ goodsAmount }) => goodsAmount)} />
          )}
          {count('service') > 0 && (
            <Line label={`服务 ${count('service')} 项`} fen={sumOf(shown, ({ servicesAmount }) => servicesAmount)} />
          )}
          {shown.needsAddress && <Postage shown={shown} />}
          <Line label="订单总额" fen={shown.orderAmount} strong />
        </dl>
      </div>
      <div className="border-t border-line bg-surface-2 p-5">
        <p className="text-ink-2">本次应付</p>
        <p className="mt-1">
          <Price fen={shown.dueNow} size="xl" />
        </p>
        {rest > 0 && (
          <p className="mt-2 text-sm text-ink-3">
            含 {services.length} 项的首付款 ¥{yuan(first)}。
            <br />
            其余 ¥{yuan(rest)} 按约定节点付款。
          </p>
        )}
      </div>
      <div className="border-t border-line p-5">
        <div className="max-desk:hidden">
          <Submit shown={shown} refreshing={refreshing} />
        </div>
        <div className="max-desk:-mt-3">
          <Consequences shown={shown} />
        </div>
      </div>
    </aside>
  )
}

/** Total and button at the bottom on phones. */
export const CheckoutBar = ({ shown, refreshing }: { shown: Confirmation; refreshing: boolean }) => (
  <div className="sticky bottom-0 z-20 -mx-4 mt-4 flex min-h-16 items-center justify-end gap-4 border-t border-line bg-surface px-4 py-2 desk:hidden">
    <p className="min-w-0 text-right">
      <span className="text-sm text-ink-2">本次应付 </span>
      <Price fen={shown.dueNow} size="lg" />
    </p>
    <Submit shown={shown} refreshing={refreshing} bar />
  </div>
)
