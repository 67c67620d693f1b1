import { useStore } from '@nanostores/react'
import { ChevronLeft, House, PanelRightClose, PanelRightOpen } from 'lucide-react'
import { useEffect, useState } from 'react'
import { formatWait, maxNoteLength, secondsSince, supportDays } from '../../../domain/chat/support.ts'
import type { SupportStatistics } from '../../../contract/chat/support.ts'
import { formatServiceHours } from '../../../domain/chat/service-hours.ts'
import { links } from '../../../domain/links.ts'
import { session } from '../../../stores/accounts/session.ts'
import * as store from '../../../stores/chat/support-console/support-console.ts'
import {
  closeCaseView,
  supportCases,
  isCaseActionPending,
  caseFailure,
} from '../../../stores/chat/support-console/support-console.ts'
import { loadServiceHours, serviceHours } from '../../../stores/chat/support-console/service-hours.ts'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { Toaster } from '../../../ui/overlay/Toaster.tsx'
import { ConversationView } from '../ConversationView.tsx'
import { CannedAnswers } from './CannedAnswers.tsx'
import { useNow } from '../../use-now.ts'
import { CaseEvents, CaseList, CasePanel } from './cases.tsx'
import { CustomerPanel } from './CustomerPanel.tsx'
import * as handOver from '../../../stores/chat/support-console/hand-over.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { Dialog } from '../../../ui/overlay/Dialog.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { Select } from '../../../ui/form/Select.tsx'
import { Textarea } from '../../../ui/form/Textarea.tsx'
import { toast } from '../../../ui/overlay/toast.ts'

const Statistic = ({ name, value, note = '' }: { name: string; value: string; note?: string }) => (
  <div className="flex items-baseline gap-1.5 whitespace-nowrap max-md:flex-col-reverse max-md:items-center max-md:gap-0">
    <dt className="text-xs text-ink-2">{name}</dt>
    <dd className="text-sm">
      <b className="font-semibold tabular-nums">{value}</b>
      {note !== '' && <span className="text-xs text-ink-2 max-md:hidden"> {note}</span>}
    </dd>
  </div>
)

/** Statistics of the support console, and whether support is available. */
function CaseStatistics() {
  const state = useStore(supportCases)
  const hours = useStore(serviceHours)
  const clock = useNow()
  useEffect(() => void loadServiceHours(), [])
  const now = state.at === 'ready' ? state.content.statistics : undefined
  const firstAnswers = (name: string, waits: SupportStatistics['today'] | undefined) => (
    <Statistic
      name={name}
      value={waits?.median == null ? '--' : formatWait(waits.median)}
      note={waits?.p90 == null ? '' : `90% 在 ${formatWait(waits.p90)}内`}
    />
  )
  return (
    <div className="flex flex-wrap items-center gap-x-6 gap-y-2 max-md:w-full">
      <dl className="flex flex-wrap gap-x-6 gap-y-1 max-md:grid max-md:w-full max-md:grid-cols-3 max-md:gap-x-2">
        <Statistic name="等待中" value={now === undefined ? '--' : `${now.waiting} 人`} />
        <Statistic
          name="最长等待"
          value={now?.waitingSince == null ? '--' : formatWait(secondsSince(now.waitingSince, clock))}
        />
        {firstAnswers('今日首次答复', now?.today)}
        {firstAnswers(`近 ${supportDays} 天首次答复`, now?.week)}
        <Statistic
          name="近 30 天满意度"
          value={now?.satisfaction == null ? '--' : now.satisfaction.toFixed(2)}
          note={now === undefined || now.ratings === 0 ? '' : `${now.ratings} 次评价`}
        />
      </dl>
      {hours.at === 'ready' && (
        <p className="text-xs text-ink-2 max-md:hidden">
          {hours.content.staffed ? '工作时间' : '非工作时间'}（{formatServiceHours(hours.content)}）
        </p>
      )}
    </div>
  )
}

const bar = 'flex min-h-11 items-center gap-1 px-3 text-sm'

/** The open case: conversation and case panel, stacked on narrow screens. */
function OpenCase() {
  const [side, setSide] = useState(false)
  const Icon = side ? PanelRightClose : PanelRightOpen
  return (
    <div className="flex min-w-0 flex-1 flex-col desk:flex-row">
      <div className="flex shrink-0 items-center justify-between border-b border-line desk:hidden">
        <button type="button" className={`${bar} text-ink-2`} onClick={closeCaseView}>
          <ChevronLeft className="size-5" />
          访客列表
        </button>
        <button type="button" className={`${bar} text-accent`} aria-expanded={side} onClick={() => setSide(!side)}>
          <Icon className="size-5" />
          接待与客户资料
        </button>
      </div>
      <div className={`min-h-0 min-w-0 flex-1 ${side ? 'hidden desk:flex' : 'flex'}`}>
        <ConversationView form="minimal" hiddenOnPhone={false} />
      </div>
      <aside
        aria-label="接待"
        className={`min-h-0 w-full shrink-0 space-y-6 overflow-y-auto p-4 max-desk:flex-1 desk:block desk:w-[300px] desk:border-l desk:border-line ${side ? '' : 'hidden'}`}
      >
        <CasePanel />
        <CustomerPanel />
        <CaseEvents />
        <CannedAnswers onUsed={() => setSide(false)} />
      </aside>
    </div>
  )
}

const icon = 'grid size-9 shrink-0 place-items-center rounded-md text-ink-2 hover:bg-surface-3 max-md:size-11'

/** Hands a case over with a note visible to agents only. The input stays on failure. */
function HandOverDialog() {
  const now = useStore(handOver.handOverDialog)
  const list = useStore(handOver.agents)
  const busy = useStore(isCaseActionPending)
  const refused = useStore(caseFailure)
  const others = list.at === 'ready' ? list.content : []
  const options = [
    { value: handOver.unassigned, label: '退回待接待' },
    ...others.map(({ userId, name, present, open }) => ({
      value: userId,
      label: name,
      note: `${present ? '在线' : '离线'}，接待中 ${open}`,
    })),
  ]
  const send = () => void handOver.submitHandOver().then((done) => done && toast.success('已转接'))
  return (
    <Dialog
      open={now !== null}
      onClose={handOver.closeHandOver}
      title="转接访客"
      width="md"
      actions={
        <>
          <Button onClick={handOver.closeHandOver}>取消</Button>
          <Button kind="main" busy={busy} onClick={send}>
            转接
          </Button>
        </>
      }
    >
      {now && (
        <div className="space-y-4">
          {refused !== null && <Notice tone="bad" title={refused.message} />}
          {list.at === 'failed' && (
            <Notice tone="bad" title="客服名单加载失败">
              <Button size="sm" onClick={() => void handOver.loadAgents()}>
                重试
              </Button>
            </Notice>
          )}
          <Select
            label="转接给"
            required
            options={options}
            value={now.to}
            error={now.fault === '' ? undefined : now.fault}
            onChange={(to) => handOver.setHandOver({ to })}
          />
          <Textarea
            label="备注"
            hint="只有客服可见；访客只会看到已转接"
            rows={3}
            maxLength={maxNoteLength}
            typed={now.note.length}
            value={now.note}
            onChange={(event) => handOver.setHandOver({ note: event.target.value })}
          />
        </div>
      )}
    </Dialog>
  )
}

/** Support console: case list, conversation, case panel. On phones one at a time. */
export function SupportConsole() {
  const { at } = useStore(session)
  const chosen = useStore(store.openConversationId)
  useEffect(() => (at === 'in' ? store.startSupportConsole() : undefined), [at])
  const away = chosen === null ? '' : 'max-desk:hidden'
  return (
    <div className="flex h-dvh flex-col bg-surface">
      <h1 className="sr-only">客服工作台</h1>
      <header
        className={`flex shrink-0 flex-wrap items-center gap-x-6 gap-y-2 border-b border-line px-4 py-2.5 ${away}`}
      >
        <div className="flex items-center gap-1">
          <a href={links.home()} className={`${icon} -ml-2`} aria-label="返回首页" title="返回首页">
            <House className="size-5" />
          </a>
          <p className="text-lg font-semibold" aria-hidden="true">
            客服工作台
          </p>
        </div>
        <CaseStatistics />
      </header>
      <div className="flex min-h-0 flex-1">
        <aside
          aria-label="访客列表"
          className={`w-full shrink-0 overflow-y-auto border-line [&>[role=tablist]]:px-4 desk:w-[320px] desk:border-r ${away}`}
        >
          <CaseList />
        </aside>
        {chosen === null ? (
          <div className="hidden flex-1 place-items-center desk:grid">
            <EmptyState drawing="message" title="请选择访客" text="从左侧选择一位访客，开始接待。" />
          </div>
        ) : (
          <OpenCase />
        )}
      </div>
      <HandOverDialog />
      <Toaster />
    </div>
  )
}
