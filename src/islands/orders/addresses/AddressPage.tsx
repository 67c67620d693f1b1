import { useStore } from '@nanostores/react'
import { useEffect, useRef } from 'react'
import { maxAddresses } from '../../../domain/orders/address.ts'
import * as store from '../../../stores/orders/addresses.ts'
import { AddressBook } from './AddressBook.tsx'

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
