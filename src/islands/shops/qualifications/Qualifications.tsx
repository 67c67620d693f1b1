import { useStore } from '@nanostores/react'
import { Plus } from 'lucide-react'
import { useEffect } from 'react'
import type { QualificationRow } from '../../../contract/shops/qualifications.ts'
import { maxQualifications, qualificationState, isQualificationApproved } from '../../../domain/shops/qualifications.ts'
import { date } from '../../../domain/time.ts'
import * as store from '../../../stores/shops/qualifications.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { Confirm } from '../../../ui/overlay/Confirm.tsx'
import { DataTable, type Column } from '../../../ui/table/DataTable.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { StateBadge } from '../../../ui/text/StateBadge.tsx'
import { toast } from '../../../ui/overlay/toast.ts'
import { PermissionMissing } from '../../form/PermissionMissing.tsx'
import { cardFrame, AsyncContent } from '../../list/AsyncContent.tsx'
import { TableSkeleton } from '../../list/TableSkeleton.tsx'
import { useNow } from '../../use-now.ts'
import { usePermission } from '../../use-permission.ts'
import { QualificationDialog } from './QualificationDialog.tsx'

const State = ({ row }: { row: QualificationRow }) => {
  const { label, tone } = qualificationState(row, date(useNow()))
  return (
    <span className="block py-2">
      <StateBadge tone={tone} label={label} />
      {row.reason !== '' && <span className="mt-1 block max-w-72 text-sm text-bad">{row.reason}</span>}
    </span>
  )
}

const Actions = ({ row }: { row: QualificationRow }) => {
  if (!usePermission('apply_manage')) return <span className="text-ink-3">--</span>
  return (
    <span className="flex justify-end gap-3 whitespace-nowrap">
      {!isQualificationApproved(row.status) && (
        <Button kind="link" size="sm" className="max-md:min-h-11" onClick={() => store.openQualificationForm(row)}>
          修改
        </Button>
      )}
      <Button kind="link" size="sm" className="max-md:min-h-11" onClick={() => store.openQualificationDeletion(row)}>
        删除
      </Button>
    </span>
  )
}

const columns: readonly Column<QualificationRow>[] = [
  {
    key: 'tag',
    head: '资质',
    cell: ({ tag, name, scope }) => (
      <span className="block py-2">
        <span className="block">
          <b className="font-medium">{tag}</b>　{name}
        </span>
        {scope !== '' && <span className="block max-w-[360px] text-sm text-ink-3">{scope}</span>}
      </span>
    ),
  },
  {
    key: 'until',
    head: '最后一天',
    cell: ({ until }) => until ?? '长期有效',
    className: 'whitespace-nowrap tabular-nums',
  },
  { key: 'status', head: '状态', cell: (row) => <State row={row} /> },
  {
    key: 'file',
    head: '证书影像',
    cell: ({ file }) =>
      file === null ? (
        <span className="text-ink-3">--</span>
      ) : (
        <a
          href={file.url}
          target="_blank"
          rel="noopener"
          className="inline-flex items-center text-accent hover:underline max-md:min-h-11"
        >
          查看
        </a>
      ),
  },
  {
    key: 'actions',
    head: '操作',
    isActions: true,
    align: 'right',
    cell: (row) => <Actions row={row} />,
  },
]

const Deleting = () => {
  const deleting = useStore(store.qualificationDeletion)
  const asked = deleting.at === 'none' ? undefined : deleting
  const worn = isQualificationApproved(asked?.row.status)
  const refusal = asked?.failure ? `没有删除：${asked.failure.message}。` : ''
  return (
    <Confirm
      open={asked !== undefined}
      title={`删除“${asked?.row.name ?? ''}”`}
      text={`${refusal}${worn ? `没有其他有效的 ${asked.row.tag} 证书时，店铺将不再带有该标签。` : '删除后可重新提交。'}`}
      confirm="删除"
      danger
      busy={asked?.at === 'sending'}
      onCancel={store.closeQualificationDeletion}
      onConfirm={() => void store.deleteQualification().then((done) => done && toast.success('资质证书已删除'))}
    />
  )
}

/** Certificates of the shop: tag, validity, review status. */
export const Qualifications = () => {
  const state = useStore(store.qualifications)
  useEffect(() => void store.loadQualifications(), [])
  const mayApply = usePermission('apply_manage')
  const add = !mayApply ? (
    <PermissionMissing right="apply_manage" what="提交资质证书" />
  ) : (
    <Button kind="main" className="max-md:h-11" onClick={() => store.openQualificationForm()}>
      <Plus className="size-4" />
      添加资质证书
    </Button>
  )
  return (
    <>
      <AsyncContent
        state={state}
        what="资质证书"
        permission="corporate_show"
        onRetry={() => void store.loadQualifications()}
        frame={cardFrame}
        skeleton={<TableSkeleton />}
      >
        {(rows) =>
          rows.length === 0 ? (
            cardFrame(
              <EmptyState
                title="还没有资质证书"
                text="提交 GLP、CNAS 等证书，审核通过后店铺即带有相应标签，买家可按资质找到您。"
              >
                {add}
              </EmptyState>,
            )
          ) : (
            <>
              <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
                <p className="text-ink-2">
                  标签只在证书有效期内显示；更换新证书时请另行添加，原证书到期前标签不受影响。
                </p>
                {rows.length < maxQualifications && add}
              </div>
              <DataTable caption="资质证书" columns={columns} rows={rows} rowKey={(row) => row.qualificationId} />
            </>
          )
        }
      </AsyncContent>
      <QualificationDialog />
      <Deleting />
    </>
  )
}
