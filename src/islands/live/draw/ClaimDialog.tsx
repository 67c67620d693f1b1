import { useStore } from '@nanostores/react'
import { Plus } from 'lucide-react'
import { useEffect } from 'react'
import { addressLine, mostAddresses } from '../../../domain/orders/address.ts'
import { session } from '../../../stores/accounts/session.ts'
import * as store from '../../../stores/live/awards.ts'
import * as book from '../../../stores/orders/addresses.ts'
import { Button } from '../../../ui/Button.tsx'
import { Confirm } from '../../../ui/Confirm.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { Radio } from '../../../ui/Radio.tsx'
import { toast } from '../../../ui/toast.ts'
import { Shown } from '../../Shown.tsx'
import { CardSkeleton } from '../../TableSkeleton.tsx'
import { AddressDialog } from '../../orders/AddressDialog.tsx'

/** The address book as a choice; without an address the way to a first one. */
const Addresses = () => {
  const moving = useStore(store.moving)
  const state = useStore(book.addresses)
  const person = useStore(session)
  const who = person.at === 'in' ? person.user.userId : 0
  useEffect(() => void book.load(), [])
  const known = state.at === 'ready' ? state.content : []
  const first = known[0]?.addressId
  const chosen = moving?.addressId
  useEffect(() => {
    if (chosen === undefined && first !== undefined) store.chooseAddress(first)
  }, [chosen, first])
  return (
    <Shown state={state} what="收货地址" onRetry={() => void book.load()} skeleton={<CardSkeleton lines={2} />}>
      {(list) => (
        <div className="space-y-3">
          {list.length > 0 ? (
            <Radio
              label="收货地址"
              required
              options={list.map((address) => ({
                value: String(address.addressId),
                label: `${address.receiver} ${address.mobile}，${addressLine(address)}`,
              }))}
              value={String(chosen ?? '')}
              onChange={(value) => store.chooseAddress(Number(value))}
            />
          ) : (
            <p className="text-ink-2">您还没有收货地址，请先新增一个。</p>
          )}
          {list.length < mostAddresses && (
            <Button className="max-md:h-11" onClick={() => book.openNew(who)}>
              <Plus className="size-4" />
              新增地址
            </Button>
          )}
        </div>
      )}
    </Shown>
  )
}

/** Claiming to an address of one's book, or confirming that it came. */
export const ClaimDialog = () => {
  const moving = useStore(store.moving)
  const adding = useStore(book.dialog)
  if (moving === null) return null
  const { award, what, addressId, sending, failure } = moving
  const send = () =>
    void store.send().then((worked) => {
      if (worked) toast.good(what === 'claim' ? '已领取，发货后通知您' : '已确认收到')
    })
  if (what === 'sign') {
    return (
      <Confirm
        open
        onCancel={store.dismiss}
        onConfirm={send}
        title="确认收到"
        text={failure ? failure.message : `您已收到“${award.prizeName}”。`}
        confirm="确认收到"
        busy={sending}
      />
    )
  }
  return (
    <>
      <Dialog
        open={adding.is === 'none'}
        width="md"
        onClose={store.dismiss}
        title="领取奖品"
        text={award.prizeName}
        actions={
          <>
            <Button onClick={store.dismiss}>取消</Button>
            <Button kind="main" busy={sending} disabled={addressId === undefined} onClick={send}>
              确认领取
            </Button>
          </>
        }
      >
        <div className="space-y-4">
          {failure && <Notice tone="bad" title={failure.message} />}
          <Addresses />
        </div>
      </Dialog>
      <AddressDialog onSaved={store.chooseAddress} />
    </>
  )
}
