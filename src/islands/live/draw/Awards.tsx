import type { Award } from '../../../contract/live/awards.ts'
import { awardLabels, isAwardExpired, isAwardUnclaimed, isAwardShipped } from '../../../domain/live/award-states.ts'
import { links } from '../../../domain/links.ts'
import { maskPhone } from '../../../domain/masks.ts'
import { dateTime, monthMinute } from '../../../domain/time.ts'
import * as store from '../../../stores/live/awards.ts'
import { Button, LinkButton } from '../../../ui/button/Button.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { goodsIllustrations } from '../../../ui/picture/mark-names.ts'
import { Picture } from '../../../ui/picture/Picture.tsx'
import { StateBadge } from '../../../ui/text/StateBadge.tsx'
import { Toaster } from '../../../ui/overlay/Toaster.tsx'
import { CardSkeleton } from '../../list/TableSkeleton.tsx'
import { FilteredList } from '../../list/FilteredList.tsx'
import { useStore } from '@nanostores/react'
import { Plus } from 'lucide-react'
import { useEffect } from 'react'
import { formatAddress, maxAddresses } from '../../../domain/orders/address.ts'
import { session } from '../../../stores/accounts/session.ts'
import * as book from '../../../stores/orders/addresses.ts'
import { Confirm } from '../../../ui/overlay/Confirm.tsx'
import { Dialog } from '../../../ui/overlay/Dialog.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { Radio } from '../../../ui/form/Radio.tsx'
import { toast } from '../../../ui/overlay/toast.ts'
import { AsyncContent } from '../../list/AsyncContent.tsx'
import { AddressDialog } from '../../orders/addresses/AddressDialog.tsx'

/** Choice from the address book; links to it if it is empty. */
const Addresses = () => {
  const moving = useStore(store.awardAction)
  const state = useStore(book.addresses)
  const person = useStore(session)
  const who = person.at === 'in' ? person.user.userId : 0
  useEffect(() => void book.loadAddresses(), [])
  const known = state.at === 'ready' ? state.content : []
  const first = known[0]?.addressId
  const chosen = moving?.addressId
  useEffect(() => {
    if (chosen === undefined && first !== undefined) store.chooseAwardAddress(first)
  }, [chosen, first])
  return (
    <AsyncContent
      state={state}
      what="收货地址"
      onRetry={() => void book.loadAddresses()}
      skeleton={<CardSkeleton lines={2} />}
    >
      {(list) => (
        <div className="space-y-3">
          {list.length > 0 ? (
            <Radio
              label="收货地址"
              required
              options={list.map((address) => ({
                value: String(address.addressId),
                label: `${address.receiver} ${address.mobile}，${formatAddress(address)}`,
              }))}
              value={String(chosen ?? '')}
              onChange={(value) => store.chooseAwardAddress(Number(value))}
            />
          ) : (
            <p className="text-ink-2">暂无收货地址，请先新增。</p>
          )}
          {list.length < maxAddresses && (
            <Button className="max-md:h-11" onClick={() => book.openNewAddress(who)}>
              <Plus className="size-4" />
              新增地址
            </Button>
          )}
        </div>
      )}
    </AsyncContent>
  )
}

/** Dialog to claim an award to an address, or to confirm its receipt. */
const ClaimDialog = () => {
  const moving = useStore(store.awardAction)
  const adding = useStore(book.addressDialog)
  if (moving === null) return null
  const { award, what, addressId, sending, failure } = moving
  const send = () =>
    void store.submitAwardAction().then((worked) => {
      if (worked) toast.success(what === 'claim' ? '已领取，发货后通知您' : '已确认收到')
    })
  if (what === 'sign') {
    return (
      <Confirm
        open
        onCancel={store.closeAwardAction}
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
        onClose={store.closeAwardAction}
        title="领取奖品"
        text={award.prizeName}
        actions={
          <>
            <Button onClick={store.closeAwardAction}>取消</Button>
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
      <AddressDialog onSaved={store.chooseAwardAddress} />
    </>
  )
}

/** Recipient address and shipping state. */
const Way = ({ award }: { award: Award }) => {
  const { address, carrier, trackingNo, shippedAt, status, claimBy } = award
  if (isAwardExpired(status))
    return <p className="mt-2 text-sm text-ink-2">未在 {monthMinute(claimBy)} 前领取，奖品已收回。</p>
  if (address === null)
    return (
      <p className="mt-2 text-sm text-ink-2">
        请在 <b className="font-medium tabular-nums">{monthMinute(claimBy)}</b> 前选择收货地址，逾期作废；平台在领取后 7
        个工作日内发货。
      </p>
    )
  return (
    <div className="mt-2 text-sm text-ink-2">
      <p className="break-words">
        寄往 {address.receiver} {maskPhone(address.mobile)}，{address.districtName} {address.street}
      </p>
      {shippedAt !== null && (
        <p className="mt-1">
          {carrier}，运单号 <span className="tabular-nums">{trackingNo}</span>，{dateTime(shippedAt)} 发货
        </p>
      )}
    </div>
  )
}

const Card = ({ award }: { award: Award }) => (
  <li className="flex flex-col gap-4 rounded-lg border border-line bg-surface p-4 md:flex-row md:items-center">
    <Picture
      figure={goodsIllustrations.find((known) => known === award.figure) ?? 'kit'}
      className="aspect-square w-24 shrink-0 rounded-md max-md:hidden"
    />
    <div className="min-w-0 flex-1">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <b className="font-medium">{award.prizeName}</b>
        <StateBadge {...awardLabels[award.status]} />
      </p>
      <p className="mt-1 text-sm text-ink-3">
        {award.roundTitle}，编号 {award.entryNo}，{dateTime(award.wonAt)}
      </p>
      <Way award={award} />
    </div>
    {isAwardUnclaimed(award.status) && (
      <Button kind="main" onClick={() => store.openAwardAction(award, 'claim')} aria-label={`领取 ${award.prizeName}`}>
        领取
      </Button>
    )}
    {isAwardShipped(award.status) && (
      <Button
        kind="outline"
        className="max-md:h-11"
        onClick={() => store.openAwardAction(award, 'sign')}
        aria-label={`确认收到 ${award.prizeName}`}
      >
        确认收到
      </Button>
    )}
  </li>
)

/** 我的奖品: awards of the user. */
export const Awards = ({ search }: { search: string }) => (
  <>
    <h2 className="sr-only">奖品列表</h2>
    <FilteredList
      list={store.ownAwards}
      search={search}
      what="奖品"
      skeleton={<CardSkeleton lines={3} />}
      empty={
        <EmptyState title="暂无奖品" text="抽中的奖品会列在这里，选择收货地址即可领取。">
          <LinkButton kind="main" href={links.luckDraw()}>
            幸运抽奖
          </LinkButton>
        </EmptyState>
      }
    >
      {({ data }) => (
        <ul className="space-y-3">
          {data.map((award) => (
            <Card key={award.awardId} award={award} />
          ))}
        </ul>
      )}
    </FilteredList>
    <ClaimDialog />
    <Toaster />
  </>
)
