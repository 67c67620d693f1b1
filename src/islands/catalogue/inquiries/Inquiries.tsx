import { useStore } from '@nanostores/react'
import { useEffect, type SubmitEvent } from 'react'
import {
  inquiryGroupLabels,
  inquiryGroups,
  inquiryLabels,
  inquiryTransitions,
  maxAnswerLength,
  maxQuestionLength,
  isInquiryAnswered,
} from '../../../domain/catalogue/inquiry-states.ts'
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
import type { InquiryMessage, InquiryRow } from '../../../contract/catalogue/inquiries.ts'
import { dateTime } from '../../../domain/time.ts'
import { allowedEvents } from '../../../domain/transition.ts'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { Checkbox } from '../../../ui/form/Checkbox.tsx'
import { Textarea } from '../../../ui/form/Textarea.tsx'
import { Picture } from '../../../ui/picture/Picture.tsx'
import { illustrationNamed, ownPicture } from '../../../ui/picture/illustration-url.ts'
import { StateBadge } from '../../../ui/text/StateBadge.tsx'
import { Tag } from '../../../ui/text/Tag.tsx'

const NoInquiries = ({ side }: { side: InquiryList['side'] }) =>
  side === 'asker' ? (
    <EmptyState title="暂无咨询" text="在服务或商品的详情页点“我要咨询”，问题与回复会出现在这里。">
      <LinkButton kind="main" href={links.serviceList()}>
        查看服务
      </LinkButton>
      <LinkButton href={links.goodsList()}>查看商品</LinkButton>
    </EmptyState>
  ) : (
    <EmptyState title="暂无咨询" text="买家在服务与商品的详情页提问后，会出现在这里。">
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

type InquiryThreadProps = { messages: readonly InquiryMessage[]; side: 'asker' | 'seller' }

/** Messages, oldest first; own messages are tinted. */
const InquiryThread = ({ messages, side }: InquiryThreadProps) => (
  <ol className="space-y-3">
    {messages.map((message, index) => {
      const own = message.side === side
      const who = own ? '我' : message.side === 'seller' ? '供应商' : '买家'
      return (
        <li key={index} className={`rounded-md px-3 py-2 ${own ? 'bg-accent-soft' : 'bg-surface-2'}`}>
          <p className="text-xs text-ink-2">
            <span className="font-medium">{who}</span>　<time dateTime={message.at}>{dateTime(message.at)}</time>
          </p>
          <p className="mt-1 wrap-anywhere whitespace-pre-wrap">{message.text}</p>
        </li>
      )
    })}
  </ol>
)

type Props = { row: InquiryRow; list: InquiryList }

/** Reply box: the seller answers, the asker follows up. */
const ReplyForm = ({ row, list }: Props) => {
  const doing = useStore(list.action)
  if (doing.at !== 'writing' || doing.inquiryId !== row.inquiryId) return null
  const seller = list.side === 'seller'
  const send = (event: SubmitEvent) => {
    event.preventDefault()
    void list.submitReply().then((sent) => {
      if (sent) toast.success(seller ? '已回复，买家会收到提醒' : '已发送，供应商会收到提醒')
    })
  }
  return (
    <form className="mt-3" onSubmit={send}>
      {doing.failure && (
        <div className="mb-3">
          <Notice tone="bad" title={doing.failure.message} />
        </div>
      )}
      <Textarea
        label={seller ? '回复' : '追问'}
        autoFocus
        rows={3}
        maxLength={seller ? maxAnswerLength : maxQuestionLength}
        typed={doing.text.length}
        value={doing.text}
        disabled={doing.sending}
        onChange={(event) => list.setReplyText(event.target.value)}
      />
      <div className="mt-2 flex flex-wrap items-center justify-end gap-2">
        {seller && row.isPublic && (
          <Checkbox
            className="mr-auto"
            checked={doing.keepPrivate}
            disabled={doing.sending}
            onChange={(event) => list.setKeptPrivate(event.target.checked)}
          >
            不公开，仅双方可见
          </Checkbox>
        )}
        <Button className="max-md:h-11" disabled={doing.sending} onClick={list.cancelAction}>
          取消
        </Button>
        <Button
          kind="main"
          type="submit"
          className="max-md:h-11"
          busy={doing.sending}
          disabled={doing.text.trim() === ''}
        >
          发送
        </Button>
      </div>
    </form>
  )
}

/** Actions allowed by the inquiry's transition table. */
const InquiryActions = ({ row, list }: Props) => {
  const doing = useStore(list.action)
  if (doing.at === 'writing' && doing.inquiryId === row.inquiryId) return null
  const open = allowedEvents(inquiryTransitions, row.status, list.side)
  return (
    <div className="mt-3 flex flex-wrap justify-end gap-2">
      {open.includes('close') && (
        <Button size="sm" kind="link" className="max-md:h-11" onClick={() => list.requestClose(row)}>
          结束咨询
        </Button>
      )}
      {open.includes('ask') && (
        <Button size="sm" className="max-md:h-11" onClick={() => list.openReply(row.inquiryId)}>
          追问
        </Button>
      )}
      {open.includes('answer') && (
        <Button
          size="sm"
          kind={isInquiryAnswered(row.status) ? 'plain' : 'outline'}
          className="max-md:h-11"
          onClick={() => list.openReply(row.inquiryId)}
        >
          {isInquiryAnswered(row.status) ? '补充回复' : '回复'}
        </Button>
      )}
    </div>
  )
}

/** One inquiry: listing, other side, messages, actions. */
const InquiryItem = ({ row, list }: Props) => {
  const href = row.productNo === null ? links.serviceDetail(row.listingId) : links.goodsDetail(row.productNo)
  const asker = row.askerCompany === '' ? row.asker : `${row.askerCompany}　${row.asker}`
  return (
    <li className="rounded-lg border border-line bg-surface p-4">
      <div className="mb-3 flex items-start gap-3">
        <Picture
          picture={ownPicture(row.pictureUrl)}
          figure={illustrationNamed(row.figure)}
          className="aspect-[4/3] w-16 shrink-0 rounded-md border border-line"
        />
        <div className="min-w-0 flex-1">
          <p className="line-clamp-2 font-medium">
            {row.onSale ? (
              <a href={href} className="hover:text-accent">
                {row.title}
              </a>
            ) : (
              <span className="text-ink-2">{row.title}（已下架）</span>
            )}
          </p>
          <p className="mt-0.5 truncate text-sm text-ink-3">
            {list.side === 'seller' ? (
              asker
            ) : (
              <a href={links.shopHome({ id: row.shopId, orgId: row.orgId })} className="hover:text-accent">
                {row.shopName}
              </a>
            )}
          </p>
        </div>
        <div className="flex shrink-0 items-center gap-2">
          {row.isPublic && <Tag label="公开" />}
          <StateBadge {...inquiryLabels[list.side][row.status]} />
        </div>
      </div>
      <InquiryThread messages={row.messages} side={list.side} />
      <ReplyForm row={row} list={list} />
      <InquiryActions row={row} list={list} />
    </li>
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
              <EmptyState title="没有符合条件的咨询" text="请调整状态或关键词。">
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
