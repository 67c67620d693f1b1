import { useStore } from '@nanostores/react'
import { Plus } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { Address } from '../../../contract/orders/addresses.ts'
import type { Confirmation } from '../../../contract/orders/checkout.ts'
import { links } from '../../../domain/links.ts'
import { formatAddress, maxAddresses } from '../../../domain/orders/address.ts'
import * as book from '../../../stores/orders/addresses.ts'
import * as store from '../../../stores/orders/checkout/checkout.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { Tag } from '../../../ui/text/Tag.tsx'
import { AddressDialog } from '../addresses/AddressDialog.tsx'
import { CheckoutPart } from './CheckoutPart.tsx'
import { chipClass } from '../../../ui/chip/chip-class.ts'

const box = 'grid min-h-22 grid-cols-[auto_minmax(0,auto)_auto_1fr] content-start gap-x-2 rounded-lg border p-4'

const Choice = ({ address, chosen }: { address: Address; chosen: boolean }) => {
  const { addressId, receiver, mobile, isDefault } = address
  const id = `address-${addressId}`
  const look = chosen ? 'border-accent bg-accent-soft' : 'border-line-strong hover:border-accent'
  return (
    <label
      htmlFor={id}
      className={`${box} cursor-pointer has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent ${look}`}
    >
      <input
        id={id}
        type="radio"
        name="address"
        className="mt-1 mr-1"
        checked={chosen}
        onChange={() => void store.chooseCheckoutAddress(addressId)}
      />
      <b className="truncate font-semibold">{receiver}</b>
      <span>{mobile}</span>
      <span className="justify-self-start">{isDefault && <Tag label="默认" />}</span>
      <span className="col-span-3 col-start-2 mt-1 text-sm break-words text-ink-2">{formatAddress(address)}</span>
    </label>
  )
}

/** Number of addresses listed before 更多. */
const maxListed = 5

/** Delivery address of goods and samples. */
export const CheckoutAddresses = ({ shown, who }: { shown: Confirmation; who: number }) => {
  const state = useStore(book.addresses)
  const dialog = useStore(book.addressDialog)
  const [all, setAll] = useState(false)
  useEffect(() => void book.loadAddresses(), [])
  const chosenId = shown.address?.addressId
  const known = state.at === 'ready' ? state.content : shown.address === null ? [] : [shown.address]
  // The chosen address is always listed.
  const first = known.slice(0, maxListed)
  const chosen = known.find(({ addressId }) => addressId === chosenId)
  const listed =
    all || known.length <= maxListed || chosen === undefined || first.includes(chosen)
      ? first
      : [...first.slice(0, -1), chosen]
  const addresses = all ? known : listed
  return (
    <CheckoutPart
      title="收货与样品寄送地址"
      more={{ label: '管理地址', href: `${links.buyerPreferences()}#address-book` }}
    >
      {state.at === 'failed' && (
        <div className="mb-4">
          <Notice tone="act" title="地址簿加载失败">
            {state.failure.message}，
            <button
              type="button"
              className="text-accent hover:underline max-md:min-h-11"
              onClick={() => void book.loadAddresses()}
            >
              重试
            </button>
          </Notice>
        </div>
      )}
      <div
        role="radiogroup"
        aria-label="收货与样品寄送地址"
        className="grid gap-3 md:grid-cols-2 desk:grid-cols-3 desk:gap-4"
        data-fault={shown.address === null ? '' : undefined}
      >
        {addresses.map((address) => (
          <Choice key={address.addressId} address={address} chosen={address.addressId === chosenId} />
        ))}
        {known.length < maxAddresses && (
          <button
            type="button"
            id="new-address"
            className="flex min-h-22 items-center justify-center gap-2 rounded-lg border border-dashed border-line-strong p-4 text-ink-2 hover:border-accent hover:text-accent"
            onClick={() => book.openNewAddress(who)}
          >
            <Plus className="size-4" />
            新增地址
          </button>
        )}
      </div>
      {known.length > maxListed && (
        <Button kind="link" size="sm" className="mt-2 px-0!" aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? '收起' : `展开全部 ${known.length} 个地址`}
        </Button>
      )}
      {dialog.is !== 'none' && <AddressDialog onSaved={(addressId) => void store.chooseCheckoutAddress(addressId)} />}
    </CheckoutPart>
  )
}

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
          {invoice === null ? '贵企业暂无开票资料，' : '专票须有开户行、账号、注册地址与电话，'}
          {edit}
        </p>
      )}
    </CheckoutPart>
  )
}
