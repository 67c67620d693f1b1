import { useStore } from '@nanostores/react'
import { links } from '../../../domain/links.ts'
import * as store from '../../../stores/chat/message-centre/message-centre.ts'
import * as removal from '../../../stores/chat/message-centre/message-centre.ts'
import { openRemovalDialog } from '../../../stores/chat/message-centre/message-centre.ts'
import type { MessageRow, MessagesQuery } from '../../../stores/chat/message-centre/message-rows.ts'
import { Button, LinkButton } from '../../../ui/button/Button.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { Checkbox } from '../../../ui/form/Checkbox.tsx'
import { Confirm } from '../../../ui/overlay/Confirm.tsx'
import { toast } from '../../../ui/overlay/toast.ts'
import { cardFrame, AsyncContent } from '../../list/AsyncContent.tsx'
import { CardSkeleton } from '../../list/TableSkeleton.tsx'
import { LetterThread } from './LetterThread.tsx'
import type { MessageRights } from './MessageCentre.tsx'
import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { noticeGroupLabels } from '../../../domain/accounts/notifications.ts'
import { ago, dateTime } from '../../../domain/time.ts'
import { openLetter } from '../../../stores/chat/message-centre/letter.ts'
import { Tag } from '../../../ui/text/Tag.tsx'
import { useNow } from '../../use-now.ts'

type MessageToolsProps = { query: MessagesQuery; rows: readonly MessageRow[]; rights: MessageRights }

/** Bulk actions on messages. */
const MessageTools = ({ query, rows, rights }: MessageToolsProps) => {
  const chosen = useStore(store.selectedMessages)
  const doing = useStore(store.pendingAction)
  const sent = query.tab === 'sent'
  const said = (words: string) => (failure: { readonly message: string } | null) => {
    if (failure === null) toast.success(words)
    else toast.error(failure.message)
  }
  const busy = doing !== 'nothing'
  const all = chosen.size > 0 && chosen.size === rows.length
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line px-4 py-2">
      <Checkbox
        className="max-md:min-h-11"
        checked={all}
        mixed={chosen.size > 0 && !all}
        onChange={() => store.toggleAllMessages()}
      >
        {chosen.size === 0 ? '全选' : `已选 ${chosen.size} 条`}
      </Checkbox>
      <div className="ml-auto flex flex-wrap gap-2">
        {!sent && (
          <Button
            size="sm"
            className="max-md:h-11"
            disabled={chosen.size === 0 || busy}
            onClick={() => void store.markMessagesRead().then(said('已标为已读'))}
          >
            标为已读
          </Button>
        )}
        {rights.remove && (
          <Button
            size="sm"
            className="max-md:h-11"
            disabled={chosen.size === 0 || busy}
            onClick={() => openRemovalDialog()}
          >
            删除
          </Button>
        )}
        {!sent && (
          <Button
            size="sm"
            kind="outline"
            className="max-md:h-11"
            disabled={busy || !rows.some(({ read }) => !read)}
            onClick={() => void store.markAllMessagesRead().then(said('全部已读'))}
          >
            全部已读
          </Button>
        )}
      </div>
    </div>
  )
}

type Props = { query: MessagesQuery; rights: MessageRights }

const isFiltered = ({ group, unread, keyword, from, until }: MessagesQuery) =>
  group !== undefined || unread || keyword !== '' || from !== '' || until !== ''

const EmptyMessages = ({ query }: { query: MessagesQuery }) => {
  if (isFiltered(query)) {
    const none = { group: undefined, unread: false, keyword: '', from: '', until: '' }
    return (
      <EmptyState title="没有符合条件的消息" text="请调整分组、日期或关键词。">
        <Button onClick={() => store.setMessagesQuery(none)}>清空条件</Button>
      </EmptyState>
    )
  }
  if (query.tab === 'business') {
    return (
      <EmptyState title="暂无业务消息" text="报价、订单、付款与审核有进展时，会第一时间出现在这里。">
        <LinkButton kind="main" href={links.demandHall()}>
          需求大厅
        </LinkButton>
      </EmptyState>
    )
  }
  return query.tab === 'personal' ? (
    <EmptyState title="暂无个人消息" text="同事、往来企业与平台写给您的消息会出现在这里。" />
  ) : (
    <EmptyState title="暂无已发送的消息" text="可以给同事，或有订单、沟通往来的企业写消息。" />
  )
}

const RemovalQuestion = ({ count, sent }: { count: number; sent: boolean }) => {
  const asks = useStore(removal.isRemovalDialogOpen)
  const doing = useStore(store.pendingAction)
  const remove = () =>
    void removal.removeMessages().then((failure) => {
      if (failure !== null) toast.error(failure.message)
      else toast.success('消息已删除')
    })
  return (
    <Confirm
      open={asks}
      danger
      onCancel={removal.closeRemovalDialog}
      onConfirm={remove}
      title={`删除 ${count} 条消息`}
      text={sent ? '只从您的已发送中删除，收件人仍可查看。' : '删除后不能恢复。'}
      confirm="删除"
      busy={doing === 'removing'}
    />
  )
}

const More = () => {
  const doing = useStore(store.pendingAction)
  const more = () =>
    void store.loadMoreMessages().then((failure) => {
      if (failure !== null) toast.error(failure.message, { label: '重试', onClick: more })
    })
  return (
    <div className="flex justify-center py-4">
      <Button className="max-md:h-11" busy={doing === 'more'} onClick={more}>
        更早的消息
      </Button>
    </div>
  )
}

type MessageItemProps = { row: MessageRow; rights: MessageRights }

/** Sender or recipient of a letter. */
const personOf = (row: Extract<MessageRow, { kind: 'letter' }>) =>
  row.box === 'sent' ? `发给 ${row.to}` : [row.from.companyName, row.from.name].filter((word) => word !== '').join('　')

const tagOf = (row: MessageRow) =>
  row.kind === 'notice' ? noticeGroupLabels[row.group] : row.from.isPlatform && row.box === 'in' ? '平台' : ''

/** Subject, sender and time of a message; `mark` comes after the time. */
const HeadText = ({ row, mark }: { row: MessageRow; mark?: ReactNode }) => {
  const now = useNow()
  const tag = tagOf(row)
  return (
    <>
      <span className="flex min-w-0 items-center gap-2 max-md:flex-wrap max-md:items-start max-md:gap-y-0.5">
        <span
          className={`size-2 shrink-0 max-md:mt-2 rounded-full ${row.read ? 'bg-transparent' : 'bg-bad'}`}
          aria-hidden
        />
        {!row.read && <span className="sr-only">未读，</span>}
        <span
          className={`min-w-0 max-md:line-clamp-2 max-md:basis-[calc(100%-1rem)] md:truncate ${row.read ? 'text-ink-2' : 'font-semibold'}`}
        >
          {row.kind === 'notice' ? row.title : row.subject}
        </span>
        {tag !== '' && (
          <span className="flex shrink-0 max-md:ml-4">
            <Tag label={tag} />
          </span>
        )}
      </span>
      <span className="flex items-center gap-2 text-sm text-ink-3 max-md:pl-4">
        <time dateTime={row.at} title={dateTime(row.at)}>
          {ago(row.at, now)}
        </time>
        {mark}
      </span>
      <span className="truncate pl-4 text-sm text-ink-3 md:col-span-2">
        {row.kind === 'notice' ? row.text : `${personOf(row)}：${row.brief}`}
      </span>
    </>
  )
}

const headClass = 'grid min-w-0 flex-1 gap-x-3 gap-y-0.5 py-3 text-left md:grid-cols-[minmax(0,1fr)_auto]'

/** Row of a letter: expands in place. */
const LetterHead = ({ row, open }: { row: Extract<MessageRow, { kind: 'letter' }>; open: boolean }) => {
  const show = () => {
    store.toggleMessageOpen(row)
    if (!open) void openLetter(row.recordId).then((read) => store.markLettersRead(read))
  }
  return (
    <button type="button" className={headClass} aria-expanded={open} onClick={show}>
      <HeadText row={row} mark={<ChevronDown className={`size-4 ${open ? 'rotate-180' : ''}`} aria-hidden />} />
    </button>
  )
}

/** Row of a notice: leads to the thing itself; its whole text is unfolded beside. */
const NoticeHead = ({ row, open }: { row: Extract<MessageRow, { kind: 'notice' }>; open: boolean }) => (
  <>
    <a href={row.path} className={`${headClass} hover:text-accent`} onClick={() => store.markNoticeOpened(row)}>
      <HeadText row={row} />
    </a>
    <button
      type="button"
      className="mt-2 grid size-9 shrink-0 place-items-center rounded-md text-ink-3 hover:bg-surface-3 max-md:mt-0 max-md:size-11"
      aria-expanded={open}
      aria-label={`全文：${row.title}`}
      onClick={() => store.toggleMessageOpen(row)}
    >
      <ChevronDown className={`size-4 ${open ? 'rotate-180' : ''}`} />
    </button>
  </>
)

const Inside = ({ row, rights }: MessageItemProps) => {
  if (row.kind === 'letter') return <LetterThread rights={rights} />
  return (
    <>
      <p className="wrap-anywhere whitespace-pre-wrap">{row.text === '' ? row.title : row.text}</p>
      <p className="mt-1 text-sm text-ink-3">{dateTime(row.at)}</p>
      <LinkButton kind="outline" size="sm" className="mt-3 max-md:h-11" href={row.path}>
        查看详情
      </LinkButton>
    </>
  )
}

/** A message of the list. */
const MessageItem = ({ row, rights }: MessageItemProps) => {
  const chosen = useStore(store.selectedMessages).has(row.recordId)
  const open = useStore(store.openMessageId) === row.recordId
  const name = row.kind === 'notice' ? row.title : row.subject
  return (
    <li className={`border-b border-line last:border-b-0 ${open ? 'bg-surface-2' : ''}`}>
      <div className="flex items-start gap-3 px-4">
        <Checkbox
          className="mt-2.5 max-md:mt-0 max-md:size-11 max-md:items-center! max-md:justify-center"
          checked={chosen}
          onChange={() => store.toggleMessage(row.recordId)}
        >
          <span className="sr-only">{`选择：${name}`}</span>
        </Checkbox>
        {row.kind === 'notice' ? <NoticeHead row={row} open={open} /> : <LetterHead row={row} open={open} />}
      </div>
      {open && (
        <div className="px-4 pb-4 md:pl-15">
          <Inside row={row} rights={rights} />
        </div>
      )}
    </li>
  )
}

/** The list of messages with its loading states and bulk actions. */
export const MessageList = ({ query, rights }: Props) => {
  const state = useStore(store.messages)
  const chosen = useStore(store.selectedMessages)
  const opened = useStore(store.openMessageId)
  const shown = state.at === 'ready' ? state.content.rows : []
  const apart = opened !== undefined && query.tab !== 'business' && !shown.some(({ recordId }) => recordId === opened)
  return (
    <div aria-busy={state.at === 'ready' && state.refreshing}>
      {apart && state.at === 'ready' && (
        <div className="mb-3 rounded-lg border border-line bg-surface p-4">
          <LetterThread rights={rights} />
        </div>
      )}
      <AsyncContent
        state={state}
        what="消息"
        onRetry={() => void store.loadMessages()}
        frame={cardFrame}
        skeleton={<CardSkeleton lines={8} className="min-h-[480px]" />}
      >
        {({ rows, more, total }) =>
          rows.length === 0 ? (
            cardFrame(<EmptyMessages query={query} />)
          ) : (
            <>
              <section className="rounded-lg border border-line bg-surface" aria-label="消息列表">
                <MessageTools query={query} rows={rows} rights={rights} />
                <ul>
                  {rows.map((row) => (
                    <MessageItem key={row.recordId} row={row} rights={rights} />
                  ))}
                </ul>
              </section>
              {more ? (
                <More />
              ) : (
                <p className="py-4 text-center text-sm text-ink-3">已显示全部 {Math.max(total, rows.length)} 条消息</p>
              )}
            </>
          )
        }
      </AsyncContent>
      <RemovalQuestion count={chosen.size} sent={query.tab === 'sent'} />
    </div>
  )
}
