import { useStore } from '@nanostores/react'
import { links } from '../../../domain/links.ts'
import * as store from '../../../stores/chat/message-centre.ts'
import * as removal from '../../../stores/chat/remove-messages.ts'
import type { MessagesQuery } from '../../../stores/chat/message-rows.ts'
import { Button, LinkButton } from '../../../ui/Button.tsx'
import { Confirm } from '../../../ui/Confirm.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { toast } from '../../../ui/toast.ts'
import { card, Shown } from '../../Shown.tsx'
import { CardSkeleton } from '../../TableSkeleton.tsx'
import { LetterThread } from './LetterThread.tsx'
import type { MessageRights } from './MessageCentre.tsx'
import { MessageItem } from './MessageItem.tsx'
import { MessageTools } from './MessageTools.tsx'

type Props = { query: MessagesQuery; rights: MessageRights }

const isFiltered = ({ group, unread, keyword, from, until }: MessagesQuery) =>
  group !== undefined || unread || keyword !== '' || from !== '' || until !== ''

const Nothing = ({ query }: { query: MessagesQuery }) => {
  if (isFiltered(query)) {
    const none = { group: undefined, unread: false, keyword: '', from: '', until: '' }
    return (
      <EmptyState title="没有符合条件的消息" text="换个分组、日期或关键词再看看。">
        <Button onClick={() => store.choose(none)}>清空条件</Button>
      </EmptyState>
    )
  }
  if (query.tab === 'business') {
    return (
      <EmptyState title="还没有业务消息" text="报价、订单、付款与审核有进展时，会第一时间出现在这里。">
        <LinkButton kind="main" href={links.demandHall()}>
          去需求大厅
        </LinkButton>
      </EmptyState>
    )
  }
  return query.tab === 'personal' ? (
    <EmptyState title="还没有个人消息" text="同事、往来企业与平台写给您的消息会出现在这里。" />
  ) : (
    <EmptyState title="还没有发送过消息" text="可以给同事，或有订单、沟通往来的企业写消息。" />
  )
}

const RemovalQuestion = ({ count, sent }: { count: number; sent: boolean }) => {
  const asks = useStore(removal.asksRemoval)
  const doing = useStore(store.doing)
  const remove = () =>
    void removal.remove().then((failure) => {
      if (failure !== null) toast.bad(failure.message)
      else toast.good('消息已删除')
    })
  return (
    <Confirm
      open={asks}
      danger
      onCancel={removal.keepThem}
      onConfirm={remove}
      title={`删除 ${count} 条消息`}
      text={sent ? '只从您的已发送中删除，收件人仍可查看。' : '删除后不能恢复。'}
      confirm="删除"
      busy={doing === 'removing'}
    />
  )
}

const More = () => {
  const doing = useStore(store.doing)
  const more = () =>
    void store.loadMore().then((failure) => {
      if (failure !== null) toast.bad(failure.message, { label: '重试', onClick: more })
    })
  return (
    <div className="flex justify-center py-4">
      <Button className="max-md:h-11" busy={doing === 'more'} onClick={more}>
        更早的消息
      </Button>
    </div>
  )
}

/** The rows in all of their states, with what can be done to those chosen. */
export const MessageList = ({ query, rights }: Props) => {
  const state = useStore(store.messages)
  const chosen = useStore(store.chosen)
  const opened = useStore(store.opened)
  const shown = state.at === 'ready' ? state.content.rows : []
  const apart = opened !== undefined && query.tab !== 'business' && !shown.some(({ recordId }) => recordId === opened)
  return (
    <div aria-busy={state.at === 'ready' && state.refreshing}>
      {apart && state.at === 'ready' && (
        <div className="mb-3 rounded-lg border border-line bg-surface p-4">
          <LetterThread rights={rights} />
        </div>
      )}
      <Shown
        state={state}
        what="消息"
        onRetry={() => void store.load()}
        frame={card}
        skeleton={<CardSkeleton lines={8} className="min-h-[480px]" />}
      >
        {({ rows, more, total }) =>
          rows.length === 0 ? (
            card(<Nothing query={query} />)
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
      </Shown>
      <RemovalQuestion count={chosen.size} sent={query.tab === 'sent'} />
    </div>
  )
}
