import { useStore } from '@nanostores/react'
import { useEffect, useRef } from 'react'
import { mostAddresses } from '../../domain/orders/address.ts'
import * as store from '../../stores/orders/addresses.ts'
import { AddressBook } from './AddressBook.tsx'

type Props = {
  readonly who: number
  /** The address to change; null = a new one. One that is not there only shows the book. */
  readonly id: number | null
}

/** The dialog opens by itself: closed, it gives the focus back to the button that opens it again. */
const focusAdd = () => document.querySelector<HTMLElement>('[data-address-add]')?.focus({ preventScroll: true })

/** The address book as a page of its own, with the address it was opened for. */
export const AddressPage = ({ who, id }: Props) => {
  const book = useStore(store.addresses)
  const opened = useRef(false)
  useEffect(() => {
    if (book.at !== 'ready' || opened.current) return
    opened.current = true
    const wanted = book.content.find(({ addressId }) => addressId === id)
    if (wanted !== undefined || id === null) focusAdd()
    if (wanted !== undefined) store.openEdit(wanted)
    else if (id === null && book.content.length < mostAddresses) store.openNew(who)
  }, [book, id, who])
  return <AddressBook who={who} />
}
