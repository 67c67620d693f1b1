import { useStore } from '@nanostores/react'
import { failures } from '../../../contract/failures.ts'
import { links } from '../../../domain/links.ts'
import * as store from '../../../stores/orders/checkout.ts'
import { Notice } from '../../../ui/Notice.tsx'

const titles: Readonly<Record<number, string>> = {
  [failures.conflict.code]: '价格或运费刚刚有变化，订单尚未提交',
  [failures.itemsInvalid.code]: '部分商品或服务刚刚有变化，订单尚未提交',
  [failures.notFound.code]: '购物车已在其他页面变动，订单尚未提交',
}

/** Why the order was not made, with everything that is otherwise than it was shown. */
export const CheckoutRefused = () => {
  const now = useStore(store.sending)
  if (now.at !== 'refused') return null
  const { failure, changed } = now
  const certify = failure.code === failures.notCertified.code || failure.code === failures.certificationExpired.code
  return (
    <div className="mb-4" data-refused>
      <Notice tone="bad" title={titles[failure.code] ?? failure.message}>
        {failure.code === 0 && '网络可能中断。再次点击“提交订单”不会重复下单。'}
        {failure.code === failures.notFound.code && '页面已显示最新内容，请核对后再提交。'}
        {certify && (
          <a href={links.buyerAccount({ tab: 'certification' })} className="text-accent underline underline-offset-3">
            去企业认证
          </a>
        )}
        {changed.length > 0 && (
          <>
            <ul className="mt-1 space-y-1">
              {changed.map(({ what, before, after }) => (
                <li key={what} className="break-words">
                  {what}：<s className="text-ink-3">{before}</s> → <b className="font-semibold text-ink">{after}</b>
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
