import type { Award } from '../../../contract/live/awards.ts'
import { awardLabels } from '../../../domain/live/award-states.ts'
import { links } from '../../../domain/links.ts'
import { maskPhone } from '../../../domain/masks.ts'
import { dateTime, monthMinute } from '../../../domain/time.ts'
import * as store from '../../../stores/live/awards.ts'
import { Button, LinkButton } from '../../../ui/Button.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { goodsFigures } from '../../../ui/mark-names.ts'
import { Picture } from '../../../ui/Picture.tsx'
import { StateBadge } from '../../../ui/StateBadge.tsx'
import { Toaster } from '../../../ui/Toaster.tsx'
import { CardSkeleton } from '../../TableSkeleton.tsx'
import { FilteredList } from '../../FilteredList.tsx'
import { ClaimDialog } from './ClaimDialog.tsx'

/** Where it goes and how far it is. */
const Way = ({ award }: { award: Award }) => {
  const { address, carrier, trackingNo, shippedAt, status, claimBy } = award
  if (status === 'expired')
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
      figure={goodsFigures.find((known) => known === award.figure) ?? 'kit'}
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
    {award.status === 'to_claim' && (
      <Button kind="main" onClick={() => store.open(award, 'claim')} aria-label={`领取 ${award.prizeName}`}>
        领取
      </Button>
    )}
    {award.status === 'shipped' && (
      <Button
        kind="outline"
        className="max-md:h-11"
        onClick={() => store.open(award, 'sign')}
        aria-label={`确认收到 ${award.prizeName}`}
      >
        确认收到
      </Button>
    )}
  </li>
)

/** 我的奖品: what one won, and how it comes. */
export const Awards = ({ search }: { search: string }) => (
  <>
    <h2 className="sr-only">奖品列表</h2>
    <FilteredList
      list={store.awards}
      search={search}
      what="奖品"
      skeleton={<CardSkeleton lines={3} />}
      empty={
        <EmptyState title="还没有奖品" text="抽中的奖品会列在这里，选择收货地址即可领取。">
          <LinkButton kind="main" href={links.luckDraw()}>
            去抽奖
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
