import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { inquiryGroupLabels, inquiryGroups } from '../../../domain/catalogue/inquiry-states.ts'
import { links } from '../../../domain/links.ts'
import {
  ownInquiries,
  parseInquiriesQuery,
  receivedInquiries,
  type InquiryList,
} from '../../../stores/catalogue/inquiry-list.ts'
import { Button, LinkButton } from '../../../ui/button/Button.tsx'
import { Chip } from '../../../ui/chip/Chip.tsx'
import { Confirm } from '../../../ui/overlay/Confirm.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { toast } from '../../../ui/overlay/toast.ts'
import { Toaster } from '../../../ui/overlay/Toaster.tsx'
import { ListSearch } from '../../list/ListSearch.tsx'
import { CardSkeleton } from '../../list/TableSkeleton.tsx'
import { ListRows } from '../../list/ListRows.tsx'
import { InquiryItem } from './InquiryItem.tsx'

const NoInquiries = ({ side }: { side: InquiryList['side'] }) =>
  side === 'asker' ? (
    <EmptyState title="还没有咨询" text="在服务或商品的详情页点“我要咨询”，问题与回复会出现在这里。">
      <LinkButton kind="main" href={links.serviceList()}>
        去看服务
      </LinkButton>
      <LinkButton href={links.goodsList()}>去看商品</LinkButton>
    </EmptyState>
  ) : (
    <EmptyState title="还没有收到咨询" text="买家在服务与商品的详情页提问后，会出现在这里。">
      <LinkButton href={links.sellerServices()}>查看已发布的服务</LinkButton>
    </EmptyState>
  )

const CloseQuestion = ({ list }: { list: InquiryList }) => {
  const doing = useStore(list.action)
  if (doing.at !== 'closing') return null
  const close = () =>
    void list.closeInquiry().then((worked) => {
      if (worked) toast.success('咨询已结束')
    })
  return (
    <Confirm
      open
      onCancel={list.cancelAction}
      onConfirm={close}
      title="结束咨询"
      text={doing.failure ? doing.failure.message : '结束后不能再追问，问答记录会保留；需要时可以重新提问。'}
      confirm="结束咨询"
      busy={doing.sending}
    />
  )
}

/** Inquiries of one side by state; keyword and page are in the address. */
export const Inquiries = ({ side, search }: { side: InquiryList['side']; search: string }) => {
  const list = side === 'asker' ? ownInquiries : receivedInquiries
  const state = useStore(list.inquiries)
  const query = useStore(list.query) ?? parseInquiriesQuery(new URLSearchParams(search))
  useEffect(() => list.start(), [list])
  const counts = state.at === 'ready' ? state.content.counts : undefined
  const all = counts && counts.waiting + counts.answered + counts.closed
  const groups = [
    { state: undefined, label: '全部', count: all },
    ...inquiryGroups.map((group) => ({ state: group, label: inquiryGroupLabels[group], count: counts?.[group] })),
  ]
  const filtered = query.state !== undefined || query.keyword !== ''
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3 pb-4">
        <div role="group" aria-label="咨询状态" className="flex flex-wrap gap-2">
          {groups.map(({ state: group, label, count }) => (
            <Chip
              key={label}
              label={count === undefined ? label : `${label} ${count}`}
              chosen={query.state === group}
              onChange={() => list.updateQuery({ state: group })}
            />
          ))}
        </div>
        <ListSearch
          placeholder="服务、商品或问答内容"
          keyword={query.keyword}
          onSearch={(keyword) => list.updateQuery({ keyword })}
        />
      </div>
      <div aria-busy={state.at === 'ready' && state.refreshing}>
        <ListRows
          state={state}
          what="咨询"
          permission={side === 'seller' ? 'question_manage' : undefined}
          onRetry={() => void list.load()}
          skeleton={
            <div className="space-y-4">
              <CardSkeleton lines={3} />
              <CardSkeleton lines={3} />
            </div>
          }
          page={{ size: list.pageSize, current: query.current, onChange: (current) => list.updateQuery({ current }) }}
          empty={
            filtered ? (
              <EmptyState title="没有符合条件的咨询" text="换个状态或关键词再看看。">
                <Button onClick={() => list.updateQuery({ state: undefined, keyword: '' })}>清空条件</Button>
              </EmptyState>
            ) : (
              <NoInquiries side={side} />
            )
          }
        >
          {({ data }) => (
            <ul className="space-y-4">
              {data.map((row) => (
                <InquiryItem key={row.inquiryId} row={row} list={list} />
              ))}
            </ul>
          )}
        </ListRows>
      </div>
      <CloseQuestion list={list} />
      <Toaster />
    </>
  )
}
