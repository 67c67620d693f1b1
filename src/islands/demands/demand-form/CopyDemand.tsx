import { useStore } from '@nanostores/react'
import { Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { demandLabels } from '../../../domain/demands/demand-states.ts'
import { links } from '../../../domain/links.ts'
import { date } from '../../../domain/time.ts'
import * as store from '../../../stores/demands/demand-form/demand-sources.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { Dialog } from '../../../ui/overlay/Dialog.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { StateBadge } from '../../../ui/text/StateBadge.tsx'
import { ListSearch } from '../../list/ListSearch.tsx'
import { AsyncContent } from '../../list/AsyncContent.tsx'

/** Creates a new demand from an own older one: 从以往需求复制. */
export const CopyDemand = ({ choosing }: { choosing: boolean }) => {
  const [open, setOpen] = useState(choosing)
  const [keyword, setKeyword] = useState('')
  const state = useStore(store.olderDemands)
  useEffect(() => {
    if (open) void store.findOlderDemands(keyword)
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
            onRetry={() => void store.findOlderDemands(keyword)}
            skeleton={<div className="h-48 rounded-lg bg-surface-2" />}
          >
            {(rows) =>
              rows.length === 0 ? (
                <EmptyState
                  drawing="none"
                  title={keyword === '' ? '还没有发布过需求' : '没有找到'}
                  text={keyword === '' ? '发布之后，就可以从这里复制。' : '换一个词试试。'}
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
