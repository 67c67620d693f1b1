import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import { links } from '../../../domain/links.ts'
import * as store from '../../../stores/demands/demand-form/demand-form.ts'
import { parseDemandSource } from '../../../stores/demands/demand-form/demand-sources.ts'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { LinkButton, Button } from '../../../ui/button/Button.tsx'
import { Toaster } from '../../../ui/overlay/Toaster.tsx'
import { DemandFields } from './DemandFields.tsx'
import { cardFrame, AsyncContent } from '../../list/AsyncContent.tsx'
import { CardSkeleton } from '../../list/TableSkeleton.tsx'
import { Copy } from 'lucide-react'
import { demandLabels } from '../../../domain/demands/demand-states.ts'
import { date } from '../../../domain/time.ts'
import * as demandSources from '../../../stores/demands/demand-form/demand-sources.ts'
import { Dialog } from '../../../ui/overlay/Dialog.tsx'
import { StateBadge } from '../../../ui/text/StateBadge.tsx'
import { ListSearch } from '../../list/ListSearch.tsx'

type Props = {
  /** Query of the address: the source of the initial values. */
  search: string
  /** The person the draft belongs to. */
  who: number
  now: string
}

/** States in which a demand cannot be edited. */
const fixed = ['pending_review', 'evaluating', 'awarded', 'closed', 'expired']

/** Creates a new demand from an own older one: 从以往需求复制. */
const CopyDemand = ({ choosing }: { choosing: boolean }) => {
  const [open, setOpen] = useState(choosing)
  const [keyword, setKeyword] = useState('')
  const state = useStore(demandSources.olderDemands)
  useEffect(() => {
    if (open) void demandSources.findOlderDemands(keyword)
  }, [open, keyword])
  return (
    <>
      <Button size="sm" onClick={() => setOpen(true)}>
        <Copy className="size-4" />
        从以往需求复制
      </Button>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title="从以往需求复制"
        text="说明、要求、问题与附件会复制到新的需求，截止时间重新选择。"
        actions={<Button onClick={() => setOpen(false)}>取消</Button>}
      >
        <ListSearch keyword={keyword} placeholder="标题或编号" onSearch={setKeyword} />
        <div className="mt-3 max-h-[50vh] min-h-48 overflow-y-auto">
          <AsyncContent
            state={state}
            what="以往需求"
            onRetry={() => void demandSources.findOlderDemands(keyword)}
            skeleton={<div className="h-48 rounded-lg bg-surface-2" />}
          >
            {(rows) =>
              rows.length === 0 ? (
                <EmptyState
                  drawing="none"
                  title={keyword === '' ? '暂无已发布的需求' : '没有找到'}
                  text={keyword === '' ? '发布之后，就可以从这里复制。' : '请更换关键词。'}
                />
              ) : (
                <ul className="divide-y divide-line rounded-lg border border-line">
                  {rows.map((row) => (
                    <li key={row.demandId}>
                      <a href={links.addDemand({ copy: row.demandId })} className="block px-4 py-3 hover:bg-surface-2">
                        <span className="block font-medium">{row.demandTitle || '未填写标题'}</span>
                        <span className="mt-1 flex flex-wrap items-center gap-x-3 text-sm text-ink-3">
                          <StateBadge {...demandLabels[row.status]} />
                          {row.demandNo}
                          {row.publishedAt !== null && <span>{date(row.publishedAt)} 发布</span>}
                        </span>
                      </a>
                    </li>
                  ))}
                </ul>
              )
            }
          </AsyncContent>
        </div>
      </Dialog>
    </>
  )
}

/** Form to publish or change a demand. */
export const DemandForm = ({ search, who, now }: Props) => {
  const state = useStore(store.demandStart)
  useEffect(() => {
    void store.startDemandForm(who, parseDemandSource(search), now)
    return store.closeDemandForm
  }, [search, who, now])
  const source = parseDemandSource(search)
  return (
    <>
      {source.is !== 'demand' && (
        <div className="mb-4 flex flex-wrap gap-3">
          <LinkButton size="sm" href={links.demandTemplates()}>
            从需求模板开始
          </LinkButton>
          <CopyDemand choosing={new URLSearchParams(search).get('copy') === 'choose'} />
        </div>
      )}
      <AsyncContent
        state={state}
        what="需求"
        permission="publish_requirement"
        onRetry={() => void store.startDemandForm(who, parseDemandSource(search), now)}
        frame={cardFrame}
        skeleton={
          <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 desk:grid-cols-[minmax(0,1fr)_256px]">
            <CardSkeleton lines={18} className="min-h-[900px]" />
            <CardSkeleton lines={4} className="max-desk:hidden" />
          </div>
        }
      >
        {(start) =>
          start.demand !== null && fixed.includes(start.demand.status) ? (
            cardFrame(
              <EmptyState
                drawing="locked"
                title="这条需求现在不能修改"
                text="草稿、未通过和报价中的需求可以修改；已关闭的可先重新开放。"
              >
                <LinkButton kind="main" href={links.buyerDemand(start.demand.demandId)}>
                  查看需求
                </LinkButton>
              </EmptyState>,
            )
          ) : (
            <DemandFields
              key={start.demand?.demandId ?? 'new'}
              start={start}
              now={now}
              onStartOver={() => void store.restartDemandForm(parseDemandSource(search), now)}
            />
          )
        }
      </AsyncContent>
      <Toaster />
    </>
  )
}
