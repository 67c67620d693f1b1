import { useStore } from '@nanostores/react'
import { Plus } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { Address } from '../../../contract/orders/addresses.ts'
import { formatAddress, maxAddresses } from '../../../domain/orders/address.ts'
import * as store from '../../../stores/orders/addresses.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { Confirm } from '../../../ui/overlay/Confirm.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { Tag } from '../../../ui/text/Tag.tsx'
import { toast } from '../../../ui/overlay/toast.ts'
import { cardFrame, AsyncContent } from '../../list/AsyncContent.tsx'
import { CardSkeleton } from '../../list/TableSkeleton.tsx'
import { AddressDialog } from './AddressDialog.tsx'

const makeDefault = (address: Address) =>
  void store.setDefaultAddress(address).then((failure) => {
    if (failure === null) toast.success('已设为默认地址')
    else toast.error(failure.message, { label: '重试', onClick: () => makeDefault(address) })
  })

const Entry = ({ address }: { address: Address }) => {
  const { receiver, mobile, isDefault } = address
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line px-5 py-4 first:border-t-0">
      <div className="min-w-0 flex-1 basis-64">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="font-medium">{receiver}</span>
          <span className="text-ink-2">{mobile}</span>
          {isDefault && <Tag label="默认" loud />}
        </p>
        <p className="mt-0.5 break-words text-ink-2">{formatAddress(address)}</p>
      </div>
      <div className="flex flex-wrap gap-x-5">
        {!isDefault && (
          <Button
            kind="link"
            size="sm"
            className="px-0!"
            aria-label={`把${receiver}的地址设为默认`}
            onClick={() => makeDefault(address)}
          >
            设为默认
          </Button>
        )}
        <Button
          kind="link"
          size="sm"
          className="px-0!"
          aria-label={`编辑${receiver}的地址`}
          onClick={() => store.openEditAddress(address)}
        >
          编辑
        </Button>
        <Button
          kind="link"
          size="sm"
          className="px-0!"
          aria-label={`删除${receiver}的地址`}
          onClick={() => store.openAddressRemoval(address)}
        >
          删除
        </Button>
      </div>
    </li>
  )
}

const RemovalDialog = () => {
  const removing = useStore(store.addressRemoval)
  const book = useStore(store.addresses)
  if (removing.at === 'none') return null
  const { address, failure } = removing
  const remove = () => void store.deleteAddress().then((gone) => gone && toast.success('地址已删除'))
  const others = book.at === 'ready' && book.content.length > 1
  const heir = address.isDefault && others ? '它是默认地址，删除后最近新增的一个成为默认。' : ''
  return (
    <Confirm
      open
      onCancel={store.closeAddressRemoval}
      onConfirm={remove}
      title="删除地址"
      text={failure?.message ?? `${address.receiver}，${formatAddress(address)}。${heir}已下的订单不受影响。`}
      confirm="删除"
      danger
      busy={removing.at === 'sending'}
    />
  )
}

/** 收货地址: address book, default first. */
export const AddressBook = ({ who }: { who: number }) => {
  const state = useStore(store.addresses)
  useEffect(() => void store.loadAddresses(), [])
  return (
    <>
      <AsyncContent
        state={state}
        what="收货地址"
        permission="corpCenter"
        onRetry={() => void store.loadAddresses()}
        frame={cardFrame}
        skeleton={<CardSkeleton lines={4} className="min-h-[200px]" />}
      >
        {(book) => {
          const full = book.length >= maxAddresses
          const add = (
            <Button data-address-add className="max-md:h-11" disabled={full} onClick={() => store.openNewAddress(who)}>
              <Plus className="size-4" />
              新增地址
            </Button>
          )
          return (
            <section aria-labelledby="address-book" className="rounded-lg border border-line bg-surface">
              <div className="flex flex-wrap items-center justify-between gap-3 border-b border-line px-5 py-3">
                <h2 id="address-book" className="text-lg font-semibold">
                  收货地址{' '}
                  {book.length > 0 && (
                    <span className="font-normal text-ink-3">
                      {book.length} / {maxAddresses}
                    </span>
                  )}
                </h2>
                {book.length > 0 && add}
              </div>
              {full && <p className="px-5 pt-3 text-sm text-ink-3">已满 {maxAddresses} 个，请先删除不用的地址。</p>}
              {book.length === 0 ? (
                <div className="px-4 pb-6">
                  <EmptyState
                    size="cell"
                    title="暂无收货地址"
                    text="添加后，确认订单时可直接选用；第一个会成为默认地址。"
                  >
                    {add}
                  </EmptyState>
                </div>
              ) : (
                <ul>
                  {book.map((address) => (
                    <Entry key={address.addressId} address={address} />
                  ))}
                </ul>
              )}
            </section>
          )
        }}
      </AsyncContent>
      <AddressDialog />
      <RemovalDialog />
    </>
  )
}

type Props = {
  readonly who: number
  /** Address to edit; null for a new one. An unknown id shows only the book. */
  readonly id: number | null
}

/** The dialog opens automatically, so closing it must focus the button that reopens it. */
const focusAdd = () => document.querySelector<HTMLElement>('[data-address-add]')?.focus({ preventScroll: true })

/** Address book page that opens an address on load. */
export const AddressPage = ({ who, id }: Props) => {
  const book = useStore(store.addresses)
  const opened = useRef(false)
  useEffect(() => {
    if (book.at !== 'ready' || opened.current) return
    opened.current = true
    const wanted = book.content.find(({ addressId }) => addressId === id)
    if (wanted !== undefined || id === null) focusAdd()
    if (wanted !== undefined) store.openEditAddress(wanted)
    else if (id === null && book.content.length < maxAddresses) store.openNewAddress(who)
  }, [book, id, who])
  return <AddressBook who={who} />
}
