import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import type { WebhookRow } from '../../../contract/accounts/open-api.ts'
import {
  isWebhookActive,
  isWebhookStopped,
  maxWebhookUrl,
  webhookLabels,
  webhookTopicLabels,
  webhookTopicName,
  webhookTopics,
} from '../../../domain/accounts/webhooks.ts'
import { dateTime } from '../../../domain/time.ts'
import * as store from '../../../stores/accounts/open-api/webhooks.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { FailedState } from '../../../ui/feedback/FailedState.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { Checkbox } from '../../../ui/form/Checkbox.tsx'
import { Field } from '../../../ui/form/Field.tsx'
import { Input } from '../../../ui/form/Input.tsx'
import { Confirm } from '../../../ui/overlay/Confirm.tsx'
import { toast } from '../../../ui/overlay/toast.ts'
import { StateBadge } from '../../../ui/text/StateBadge.tsx'
import { FormDialog } from '../../form/FormDialog.tsx'
import { useForm } from '../../form/use-form.ts'
import { ShownOnce } from './ShownOnce.tsx'

const Create = () => (
  <Button kind="main" className="max-md:h-11" onClick={store.openNewWebhook}>
    新建推送地址
  </Button>
)

const doneTexts = { test: '测试事件已排队，请在推送记录中查看结果', start: '已启用', stop: '已停用' } as const

const WebhookCard = ({ row }: { row: WebhookRow }) => {
  const moving = useStore(store.webhookActions.moving)
  const { webhookId, url, status } = row
  const step = (event: keyof typeof doneTexts) =>
    void store.webhookActions.step(webhookId, event).then((done) => done && toast.success(doneTexts[event]))
  const host = URL.canParse(url) ? new URL(url).host : url
  const busy = moving === webhookId
  const action = (label: string, onClick: () => void, isMain = false) => (
    <Button
      size="sm"
      className="max-md:h-11"
      kind={isMain ? 'main' : undefined}
      disabled={busy}
      aria-label={`${label}：${host}`}
      onClick={onClick}
    >
      {label}
    </Button>
  )
  return (
    <li className="rounded-lg border border-line bg-surface p-4 md:p-5">
      <div className="flex items-start justify-between gap-3">
        <h2 className="min-w-0 text-base font-medium break-all">{url}</h2>
        <StateBadge {...webhookLabels[status]} />
      </div>
      <dl className="mt-2 grid gap-x-6 gap-y-1 text-sm text-ink-2 md:grid-cols-2">
        <div className="flex gap-2">
          <dt className="text-ink-3">事件</dt>
          <dd className="min-w-0">{row.topics.map(webhookTopicName).join('、')}</dd>
        </div>
        <div className="flex gap-2">
          <dt className="text-ink-3">等待推送</dt>
          <dd className="tabular-nums">{row.waiting}</dd>
        </div>
        <div className="flex gap-2">
          <dt className="text-ink-3">新建</dt>
          <dd>
            {row.by}，<time dateTime={row.createdAt}>{dateTime(row.createdAt)}</time>
          </dd>
        </div>
        {row.previousUntil !== null && (
          <div className="flex gap-2">
            <dt className="text-ink-3">旧签名密钥</dt>
            <dd>有效至 {dateTime(row.previousUntil)}</dd>
          </div>
        )}
      </dl>
      {row.failingSince !== null && (
        <p className="mt-2 text-sm text-warn">
          自 {dateTime(row.failingSince)} 起推送失败
          {isWebhookActive(status) ? '，平台会继续重试' : '，已暂停；事件仍会保留，恢复后按次序推送'}
        </p>
      )}
      <div className="mt-3 flex flex-wrap gap-2">
        {!isWebhookActive(status) && action(isWebhookStopped(status) ? '启用' : '恢复推送', () => step('start'), true)}
        {!isWebhookStopped(status) && action('发送测试事件', () => step('test'))}
        {action('编辑', () => store.openWebhookEdit(row))}
        {action('更换签名密钥', () => store.webhookRotation.open({ webhookId, url: host }))}
        {!isWebhookStopped(status) && action('停用', () => step('stop'))}
        {action('删除', () => store.webhookRemoval.open({ webhookId, url: host }))}
      </div>
    </li>
  )
}

const WebhookForm = ({ isNew }: { isNew: boolean }) => {
  const form = useForm(store.webhookForm)
  const { values, text, error } = form
  if (values === null) return null
  return (
    <FormDialog
      form={form}
      title={isNew ? '新建推送地址' : '编辑推送地址'}
      submit="保存"
      onSubmit={() => void store.saveWebhook()}
      onClose={store.closeWebhookDialog}
    >
      <Input
        label="推送地址"
        required
        type="url"
        inputMode="url"
        maxLength={maxWebhookUrl}
        autoComplete="off"
        placeholder="https://erp.example.cn/webhooks"
        hint="以 https:// 开头，可从公网访问。平台不跟随跳转，10 秒内须答复。"
        {...text('url')}
      />
      <Field label="事件" group required error={error('topics')}>
        {(ids, labelId) => (
          <div
            role="group"
            aria-labelledby={labelId}
            aria-describedby={ids['aria-describedby']}
            className="grid gap-2 md:grid-cols-2"
          >
            {webhookTopics.map((topic) => (
              <Checkbox
                key={topic}
                checked={values.topics.includes(topic)}
                onChange={(event) => store.toggleTopic(topic, event.target.checked)}
              >
                {webhookTopicLabels[topic]}
              </Checkbox>
            ))}
          </div>
        )}
      </Field>
    </FormDialog>
  )
}

const WebhookDialogs = () => {
  const now = useStore(store.webhookDialog)
  const rotation = useStore(store.webhookRotation.state)
  const removal = useStore(store.webhookRemoval.state)
  return (
    <>
      {(now.is === 'new' || now.is === 'edit') && <WebhookForm isNew={now.is === 'new'} />}
      {now.is === 'made' && (
        <ShownOnce
          title={now.rotated ? '已更换签名密钥' : '已新建推送地址'}
          what="签名密钥"
          secret={now.secret}
          note={
            now.rotated
              ? '24 小时内新旧密钥同时签名，请在此期间换用新的密钥。'
              : '接收程序用它核对推送确实来自平台，请存放在安全配置中。'
          }
          onClose={store.closeWebhookDialog}
        />
      )}
      {rotation !== null && (
        <Confirm
          open
          title={`更换 ${rotation.subject.url} 的签名密钥？`}
          text={rotation.failure?.message ?? '24 小时内新旧密钥同时签名，之后旧密钥失效。'}
          confirm="更换"
          busy={rotation.sending}
          onCancel={store.webhookRotation.close}
          onConfirm={() => void store.webhookRotation.submit()}
        />
      )}
      {removal !== null && (
        <Confirm
          open
          danger
          title={`删除 ${removal.subject.url}？`}
          text={removal.failure?.message ?? '等待推送的事件与推送记录一并删除，不能恢复。'}
          confirm="删除"
          busy={removal.sending}
          onCancel={store.webhookRemoval.close}
          onConfirm={() => void store.webhookRemoval.submit().then((done) => done && toast.success('已删除'))}
        />
      )}
    </>
  )
}

const WebhookCards = () => {
  const state = useStore(store.webhookList)
  if (state.at === 'loading')
    return <span className="skeleton block h-40 w-full" role="status" aria-label="推送地址加载中" />
  if (state.at === 'failed')
    return (
      <FailedState
        title="推送地址加载失败，请重试"
        text={state.failure.message}
        busy={state.retrying}
        onRetry={() => void store.loadWebhooks()}
      />
    )
  if (state.content.length === 0)
    return (
      <EmptyState title="暂无推送地址" text="订单、付款、报价等有变化时，平台把事件推送到您的系统。">
        <Create />
      </EmptyState>
    )
  return (
    <ul className="grid gap-4">
      {state.content.map((row) => (
        <WebhookCard key={row.webhookId} row={row} />
      ))}
    </ul>
  )
}

/** Webhook endpoints of the company. */
export const Webhooks = () => {
  const refusal = useStore(store.webhookActions.refusal)
  useEffect(() => void store.loadWebhooks(), [])
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <p className="text-ink-2">事件与业务同时写入，由平台按订单的次序推送；未送达的会重试，直到送达。</p>
        <Create />
      </div>
      {refusal !== null && (
        <div className="mb-4">
          <Notice tone="bad" title={refusal.message} />
        </div>
      )}
      <WebhookCards />
      <WebhookDialogs />
    </>
  )
}
