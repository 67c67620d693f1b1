import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import type { AnnexReader, AnnexOpening } from '../../../contract/demands/annexes.ts'
import { orDashes } from '../../../domain/masks.ts'
import { dateTime } from '../../../domain/time.ts'
import * as store from '../../../stores/demands/annexes/annex-readers.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { Pager } from '../../../ui/navigation/Pager.tsx'
import { Confirm } from '../../../ui/overlay/Confirm.tsx'
import { toast } from '../../../ui/overlay/toast.ts'
import { type Column, DataTable } from '../../../ui/table/DataTable.tsx'
import { StateBadge } from '../../../ui/text/StateBadge.tsx'
import { ReasonDialog } from '../../form/ReasonDialog.tsx'
import { AsyncContent } from '../../list/AsyncContent.tsx'
import { TableSkeleton } from '../../list/TableSkeleton.tsx'
import { AnnexContent } from './AnnexContent.tsx'

const openingColumns: Column<AnnexOpening>[] = [
  {
    key: 'at',
    head: '时间',
    className: 'whitespace-nowrap',
    cell: (row) => <time dateTime={row.openedAt}>{dateTime(row.openedAt)}</time>,
  },
  { key: 'company', head: '企业', className: 'min-w-52', cell: (row) => row.companyName },
  { key: 'person', head: '人员', className: 'whitespace-nowrap', cell: (row) => row.personName },
  { key: 'what', head: '打开内容', className: 'min-w-44 wrap-anywhere', cell: (row) => row.fileName ?? '保密说明' },
]

/** Access log of the confidential text and files, newest first. */
const AnnexOpenings = () => {
  const openings = useStore(store.annexOpenings)
  const page = useStore(store.annexOpeningsPage)
  return (
    <>
      <h3 className="mt-6 mb-3 font-semibold">打开记录</h3>
      <AsyncContent
        state={openings}
        what="打开记录"
        permission="my_requirement"
        onRetry={() => void store.loadAnnexOpenings()}
        skeleton={<TableSkeleton rows={3} />}
      >
        {({ data, total }) => (
          <>
            <DataTable
              caption="保密资料的打开记录"
              columns={openingColumns}
              rows={data}
              rowKey={(row) => row.openingId}
              instead={
                data.length === 0 && (
                  <EmptyState title="暂无打开记录" text="每次打开保密说明或保密附件，都会在这里留下记录。" />
                )
              }
            />
            <Pager
              total={total}
              pageSize={store.annexRowsPerPage}
              current={page}
              label="打开记录分页"
              onChange={(to) => void store.loadAnnexOpenings(to)}
            />
          </>
        )}
      </AsyncContent>
    </>
  )
}

/** Revokes one company's access with a reason, or restores it. */
const AccessDialog = () => {
  const question = useStore(store.accessDialog)
  if (question.is === 'none') return null
  const { reader, sending, failure } = question
  const send = (said: string, reason?: string) =>
    void store.submitAccessDecision(reason).then((worked) => {
      if (worked) toast.success(said)
    })
  if (question.is === 'allow') {
    return (
      <Confirm
        open
        onCancel={store.closeAccessDialog}
        onConfirm={() => send('已恢复查看，供应商会收到通知')}
        title="恢复查看"
        text={failure ? failure.message : `“${reader.companyName}”将可以再次查看保密说明与保密附件。`}
        confirm="恢复查看"
        busy={sending}
      />
    )
  }
  return (
    <ReasonDialog
      open
      title="停止查看"
      text={`“${reader.companyName}”将立即不能查看保密资料，并会看到您写的原因。其已接受的保密义务继续有效。`}
      label="停止原因"
      confirm="停止查看"
      busy={sending}
      failure={failure}
      onCancel={store.closeAccessDialog}
      onConfirm={(reason) => send('已停止查看，供应商会收到通知', reason)}
    />
  )
}

const stateOf = ({ canRead, revokedAt }: AnnexReader) => {
  if (revokedAt !== null) return { tone: 'bad', label: '已停止' } as const
  return canRead ? ({ tone: 'good', label: '可查看' } as const) : ({ tone: 'mute', label: '已结束' } as const)
}

const columns: Column<AnnexReader>[] = [
  {
    key: 'company',
    head: '供应商',
    className: 'min-w-56',
    cell: (row) => (
      <>
        {row.companyName}
        <span className="block text-sm text-ink-3">{row.personName} 接受</span>
      </>
    ),
  },
  { key: 'at', head: '接受时间', className: 'whitespace-nowrap', cell: (row) => dateTime(row.acceptedAt) },
  { key: 'count', head: '打开次数', align: 'right', cell: (row) => row.openings },
  {
    key: 'last',
    head: '最近打开',
    className: 'whitespace-nowrap',
    cell: (row) => orDashes(row.lastOpenedAt && dateTime(row.lastOpenedAt)),
  },
  {
    key: 'state',
    head: '状态',
    className: 'min-w-32',
    cell: (row) => (
      <>
        <StateBadge {...stateOf(row)} />
        {row.revokedAt && <span className="block text-sm text-ink-3">{row.revokedReason}</span>}
      </>
    ),
  },
  {
    key: 'do',
    head: '操作',
    isActions: true,
    align: 'right',
    className: 'whitespace-nowrap',
    cell: (row) => {
      const event = row.revokedAt === null ? 'revoke' : 'allow'
      const what = event === 'revoke' ? '停止查看' : '恢复查看'
      return (
        <Button
          kind="link"
          className="max-md:h-11"
          aria-label={`${what}：${row.companyName}`}
          onClick={() => store.openAccessDialog(event, row)}
        >
          {what}
        </Button>
      )
    },
  },
]

/**
 * The buyer's view of a confidential part: content, companies that accepted the terms, access log, and revoking access.
 * Rendered only for demands with one (`demand.confidential`).
 */
export const AnnexReaders = ({ demandId }: { demandId: number }) => {
  const readers = useStore(store.annexReaders)
  const page = useStore(store.annexReadersPage)
  useEffect(() => void store.startAnnexReaders(demandId), [demandId])
  return (
    <section className="mt-8" aria-labelledby="annex-readers" id="annexes">
      <h2 id="annex-readers" className="text-xl font-semibold">
        保密资料与打开记录
      </h2>
      <div className="mt-4 rounded-lg border border-line bg-surface p-5">
        <AnnexContent demandId={demandId} />
      </div>
      <h3 className="mt-6 mb-3 font-semibold">接受保密条款的供应商</h3>
      <AsyncContent
        state={readers}
        what="供应商名单"
        permission="my_requirement"
        onRetry={() => void store.loadAnnexReaders()}
        skeleton={<TableSkeleton rows={2} />}
      >
        {({ data, total }) => (
          <>
            <DataTable
              caption="接受保密条款的供应商"
              columns={columns}
              rows={data}
              rowKey={(row) => row.orgId}
              instead={
                data.length === 0 && (
                  <EmptyState
                    title="暂无供应商接受保密条款"
                    text="供应商接受条款后会列在这里，您可以随时停止其查看。"
                  />
                )
              }
            />
            <Pager
              total={total}
              pageSize={store.annexRowsPerPage}
              current={page}
              label="供应商名单分页"
              onChange={(to) => void store.loadAnnexReaders(to)}
            />
          </>
        )}
      </AsyncContent>
      <AnnexOpenings />
      <AccessDialog />
    </section>
  )
}
