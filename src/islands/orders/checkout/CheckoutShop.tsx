import { useStore } from '@nanostores/react'
import { Store } from 'lucide-react'
import type { ConfirmShop } from '../../../contract/orders/checkout.ts'
import { links } from '../../../domain/links.ts'
import { yuan } from '../../../domain/money.ts'
import * as store from '../../../stores/orders/checkout/checkout.ts'
import { Certified } from '../../../ui/card/Certified.tsx'
import { controlBase } from '../../../ui/form/control-class.ts'
import { CheckoutItem } from './CheckoutItem.tsx'

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
export const CheckoutShop = ({ shop }: { shop: ConfirmShop }) => {
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
              {postage !== null && postage > 0 && `邮费 ¥${yuan(postage)}（${postageText}），`}
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
