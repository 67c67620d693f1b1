import { useStore } from '@nanostores/react'
import type { Confirmation } from '../../../contract/orders/checkout.ts'
import { links } from '../../../domain/links.ts'
import * as store from '../../../stores/orders/checkout/checkout.ts'
import { chipClass } from '../../../ui/chip/chip-class.ts'
import { CheckoutPart } from './CheckoutPart.tsx'

const kinds = [
  { value: 'special', label: '增值税专用发票' },
  { value: 'normal', label: '增值税普通发票' },
  { value: 'none', label: '暂不开票' },
] as const

/** Invoice choice: with the company's details, or not now. */
export const CheckoutInvoice = ({ shown }: { shown: Confirmation }) => {
  const values = useStore(store.checkoutValues)
  const chosen = store.checkoutInvoice(shown, values.invoice)
  const { invoice } = shown
  const lacking = chosen !== 'none' && (invoice === null || (chosen === 'special' && !invoice.specialReady))
  const edit = (
    <a href={links.buyerAccount({ tab: 'invoice' })} className="text-accent underline-offset-3 hover:underline">
      {lacking ? '填写开票资料' : '修改'}
    </a>
  )
  return (
    <CheckoutPart title="发票">
      <div className="flex flex-wrap items-center gap-x-10 gap-y-3">
        <div role="radiogroup" aria-label="发票" className="flex flex-wrap gap-2">
          {kinds.map(({ value, label }) => (
            <label
              key={value}
              className={`${chipClass(chosen === value)} cursor-pointer outline-2 outline-offset-2 outline-transparent has-focus-visible:outline-accent`}
            >
              <input
                type="radio"
                name="invoice"
                className="sr-only!"
                checked={chosen === value}
                onChange={() => store.chooseCheckoutInvoice(value)}
              />
              {label}
            </label>
          ))}
        </div>
        {chosen !== 'none' && !lacking && invoice !== null && (
          <p className="flex flex-wrap items-center gap-x-6 gap-y-1 text-ink-2">
            <span>{invoice.title}</span>
            <span>税号 {invoice.taxNo}</span>
            {edit}
          </p>
        )}
        {chosen === 'none' && <p className="text-sm text-ink-3">下单后仍可在订单中申请开票</p>}
      </div>
      {lacking && (
        <p className="mt-3 text-sm text-bad" role="alert" data-fault>
          {invoice === null ? '贵企业还没有开票资料，' : '专票须有开户行、账号、注册地址与电话，'}
          {edit}
        </p>
      )}
    </CheckoutPart>
  )
}
