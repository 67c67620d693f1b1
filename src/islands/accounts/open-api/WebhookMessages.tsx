import { useStore } from '@nanostores/react'
import type { WebhookMessageDetail, WebhookMessageRow } from '../../../contract/accounts/open-api.ts'
import { isMessageWaiting, webhookMessageLabels, webhookTopicName } from '../../../domain/accounts/webhooks.ts'
import { dateTime } from '../../../domain/time.ts'
import * as store from '../../../stores/accounts/open-api/webhook-messages.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { Dialog } from '../../../ui/overlay/Dialog.tsx'
import { toast } from '../../../ui/overlay/toast.ts'
import { DataTable, type Column } from '../../../ui/table/DataTable.tsx'
import { StateBadge } from '../../../ui/text/StateBadge.tsx'
import { FilteredList } from '../../list/FilteredList.tsx'

const answerText = ({ answerStatus, attempts }: WebhookMessageRow) =>
  attempts === 0 ? '尚未推送' : answerStatus === null ? '没有答复' : `返回 ${answerStatus}`

const Topic = ({ row }: { row: WebhookMessageRow }) => (
  <>
    <span className="font-medium">{webhookTopicName(row.topic)}</span>
    <span className="block text-sm break-all text-ink-3">{row.messageId}</span>
  </>
)

const Open = ({ row }: { row: WebhookMessageRow }) => (
  <Button
    size="sm"
    className="max-md:h-11"
    aria-label={`查看：${row.messageId}`}
    onClick={() => store.openMessage(row.id)}
  >
    查看
  </Button>
)

const columns: readonly Column<WebhookMessageRow>[] = [
  { key: 'topic', head: '事件', className: 'min-w-40', cell: (row) => <Topic row={row} /> },
  {
    key: 'at',
    head: '发生时间',
    className: 'tabular-nums',
    cell: ({ createdAt }) => <time dateTime={createdAt}>{dateTime(createdAt)}</time>,
  },
  { key: 'attempts', head: '次数', align: 'right', cell: ({ attempts }) => attempts },
  { key: 'answer', head: '最近答复', className: 'whitespace-nowrap', cell: (row) => answerText(row) },
  {
    key: 'state',
    head: '状态',
    className: 'whitespace-nowrap',
    cell: ({ status }) => <StateBadge {...webhookMessageLabels[status]} />,
  },
  { key: 'do', head: '操作', isActions: true, align: 'right', cell: (row) => <Open row={row} /> },
]

const PhoneRow = ({ row }: { row: WebhookMessageRow }) => (
  <>
    <div className="flex items-start justify-between gap-3">
      <span className="min-w-0">
        <Topic row={row} />
      </span>
      <StateBadge {...webhookMessageLabels[row.status]} />
    </div>
    <p className="mt-1 text-sm text-ink-3">
      {dateTime(row.createdAt)}；推送 {row.attempts} 次；{answerText(row)}
    </p>
    <div className="mt-2">
      <Open row={row} />
    </div>
  </>
)

const Attempts = ({ log }: Pick<WebhookMessageDetail, 'log'>) => (
  <ol className="divide-y divide-line rounded-md border border-line">
    {log.map(({ attempt, at, answerStatus, error, answer, durationMs }) => (
      <li key={attempt} className="px-3 py-2">
        <p className="flex flex-wrap justify-between gap-x-4">
          <span>
            第 {attempt} 次，<time dateTime={at}>{dateTime(at)}</time>
          </span>
          <span className={error === '' ? 'text-good' : 'text-bad'}>
            {error === '' ? `已送达，返回 ${answerStatus}` : error}，用时 {durationMs} 毫秒
          </span>
        </p>
        {answer !== '' && <p className="mt-1 text-sm break-all text-ink-3">{answer}</p>}
      </li>
    ))}
  </ol>
)

const Details = ({ detail }: { detail: WebhookMessageDetail }) => (
  <div className="space-y-4">
    <p className="flex flex-wrap items-center gap-3">
      <StateBadge {...webhookMessageLabels[detail.status]} />
      <code className="break-all">{detail.messageId}</code>
    </p>
    {detail.dueAt !== null && detail.attempts > 0 && (
      <p className="text-ink-2">将于 {dateTime(detail.dueAt)} 前后再次推送</p>
    )}
    <div>
      <h3 className="mb-1 font-medium">推送的内容</h3>
      <pre
        className="max-h-60 overflow-auto rounded-md bg-surface-2 p-3 text-sm break-all whitespace-pre-wrap"
        tabIndex={0}
      >
        {JSON.stringify(JSON.parse(detail.body), null, 2)}
      </pre>
    </div>
    <div>
      <h3 className="mb-1 font-medium">每次推送的结果</h3>
      {detail.log.length === 0 ? <p className="text-ink-3">尚未推送</p> : <Attempts log={detail.log} />}
    </div>
  </div>
)

const DetailDialog = () => {
  const id = useStore(store.openedMessage)
  const state = useStore(store.messageDetail)
  const moving = useStore(store.messageActions.moving)
  const refusal = useStore(store.messageActions.refusal)
  if (id === null) return null
  const mayRepeat = state.at === 'ready' && !isMessageWaiting(state.content.status)
  return (
    <Dialog
      open
      width="lg"
      form="sheet"
      onClose={store.closeMessage}
      title={state.at === 'ready' ? webhookTopicName(state.content.topic) : '推送事件'}
      actions={
        <>
          <Button onClick={store.closeMessage}>关闭</Button>
          {mayRepeat && (
            <Button
              kind="main"
              busy={moving === id}
              onClick={() =>
                void store.messageActions.step(id, 'repeat').then((done) => done && toast.success('已排队重发'))
              }
            >
              重发
            </Button>
          )}
        </>
      }
    >
      {refusal !== null && <Notice tone="bad" title={refusal.message} />}
      {state.at === 'loading' && <span className="skeleton block h-60 w-full" role="status" aria-label="加载中" />}
      {state.at === 'failed' && (
        <p className="flex items-center gap-3 text-ink-2" role="alert">
          推送事件加载失败：{state.failure.message}
          <Button size="sm" busy={state.retrying} onClick={() => void store.loadMessage()}>
            重试
          </Button>
        </p>
      )}
      {state.at === 'ready' && <Details detail={state.content} />}
    </Dialog>
  )
}

/** What was sent to the webhooks of the company. */
export const WebhookMessages = ({ search }: { search: string }) => (
  <>
    <p className="mb-4 text-ink-2">推送记录保留 30 天；已送达与未送达的都可以重发，编号不变。</p>
    <FilteredList
      list={store.messageList}
      search={search}
      what="推送记录"
      permission="role_manage"
      tabs={{ label: '推送状态', labelOf: (status) => webhookMessageLabels[status] }}
      empty={<EmptyState title="暂无推送记录" text="推送地址收到的事件会列在这里，包括测试事件。" />}
    >
      {({ data }) => (
        <DataTable
          caption="推送记录"
          rows={data}
          rowKey={({ id }) => id}
          columns={columns}
          phone={(row) => <PhoneRow row={row} />}
        />
      )}
    </FilteredList>
    <DetailDialog />
  </>
)
