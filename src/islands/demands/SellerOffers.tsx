import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { offerLabels, offerStatuses } from '../../domain/demands/offer-states.ts'
import { links } from '../../domain/links.ts'
import { readListQuery } from '../../stores/demands/list-query.ts'
import * as store from '../../stores/demands/seller-offers.ts'
import { Button, LinkButton } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Toaster } from '../../ui/Toaster.tsx'
import { ListFrame, stateTabs } from '../ListFrame.tsx'
import { SellerOfferTable } from './SellerOfferTable.tsx'

type Props = { search: string; now: string }

const NothingHere = ({ filtered }: { filtered: boolean }) =>
  filtered ? (
    <EmptyState title="没有符合条件的报价" text="换个状态或关键词再看看。">
      <Button onClick={() => store.choose({ status: undefined, keyword: '' })}>清空条件</Button>
    </EmptyState>
  ) : (
    <EmptyState title="还没有报价" text="在需求大厅找到合适的需求，提交报价后会出现在这里。">
      <LinkButton kind="main" href={links.demandHall({ openOnly: 1 })}>
        去需求大厅
      </LinkButton>
    </EmptyState>
  )

/** The company's own offers by state. */
export const SellerOffers = ({ search, now }: Props) => {
  const state = useStore(store.offers)
  const query = useStore(store.query) ?? readListQuery(search, offerStatuses)
  useEffect(() => store.start(), [])
  const counts = state.at === 'ready' ? state.content.counts : undefined
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-2xl font-semibold">我的报价</h1>
        <LinkButton kind="outline" href={links.demandHall({ openOnly: 1 })}>
          找需求
        </LinkButton>
      </div>
      <ListFrame
        state={state}
        what="报价"
        permission="my_supply"
        onRetry={() => void store.load()}
        search={{
          placeholder: '需求标题、需求或报价编号',
          keyword: query.keyword,
          onSearch: (keyword) => store.choose({ keyword }),
        }}
        tabs={{
          label: '报价状态',
          tabs: stateTabs(offerStatuses, (status) => offerLabels[status], counts),
          current: query.status ?? 'all',
          onChange: (key) => store.choose({ status: offerStatuses.find((status) => status === key) }),
        }}
        page={{ size: store.pageSize, current: query.current, onChange: (current) => store.choose({ current }) }}
        empty={<NothingHere filtered={query.status !== undefined || query.keyword !== ''} />}
      >
        {({ data }) => <SellerOfferTable rows={data} now={now} />}
      </ListFrame>
      <Toaster />
    </>
  )
}
