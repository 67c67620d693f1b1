import { useStore } from '@nanostores/react'
import { ChevronRight, Plus } from 'lucide-react'
import { useEffect } from 'react'
import type { EditedDistrict } from '../../contract/reference/district-editing.ts'
import { districtLevel, districtLevelNames, levelBelow } from '../../domain/reference/district-code.ts'
import * as store from '../../stores/reference/district-editing.ts'
import { Button } from '../../ui/button/Button.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { Input } from '../../ui/form/Input.tsx'
import { Confirm } from '../../ui/overlay/Confirm.tsx'
import { Toaster } from '../../ui/overlay/Toaster.tsx'
import { toast } from '../../ui/overlay/toast.ts'
import { DataTable, type Column } from '../../ui/table/DataTable.tsx'
import { StateBadge } from '../../ui/text/StateBadge.tsx'
import { FormDialog } from '../form/FormDialog.tsx'
import { RowActions } from '../form/RowActions.tsx'
import { useForm } from '../form/use-form.ts'
import { AsyncContent, cardFrame } from '../list/AsyncContent.tsx'
import { TableSkeleton } from '../list/TableSkeleton.tsx'

type Action = 'rename' | 'on' | 'off'
const actionWords: Readonly<Record<Action, string>> = { rename: '改名', on: '启用', off: '停用' }

function takeAction(action: Action, row: EditedDistrict): void {
  if (action === 'rename') return store.openDistrict(row)
  if (action === 'off') return store.openDistrictSwitch(row)
  void store.switchDistrict(row).then((done) => done && toast.success(`${row.name}已启用，表单随即提供`))
}

const columns: readonly Column<EditedDistrict>[] = [
  {
    key: 'name',
    head: '名称',
    cell: ({ code, name }) =>
      districtLevel(code) === 3 ? (
        name
      ) : (
        <button type="button" className="text-accent hover:underline" onClick={() => store.openDistrictLevel(code)}>
          {name}
        </button>
      ),
  },
  { key: 'code', head: '代码', cell: ({ code }) => code, className: 'tabular-nums' },
  {
    key: 'below',
    head: '下级',
    align: 'right',
    cell: ({ code, below }) => (districtLevel(code) === 3 ? '' : below.toLocaleString('en-US')),
    className: 'tabular-nums',
  },
  {
    key: 'companies',
    head: '企业',
    align: 'right',
    cell: ({ companies }) => companies.toLocaleString('en-US'),
    className: 'tabular-nums',
  },
  {
    key: 'state',
    head: '状态',
    cell: ({ isOff }) => <StateBadge tone={isOff ? 'mute' : 'good'} label={isOff ? '已停用' : '使用中'} />,
  },
  {
    key: 'action',
    head: '操作',
    isActions: true,
    align: 'right',
    cell: (row) => (
      <RowActions
        steps={['rename', row.isOff ? 'on' : 'off']}
        words={actionWords}
        onward={[]}
        name={row.name}
        onStep={(action) => takeAction(action, row)}
      />
    ),
  },
]

const DistrictForm = ({ isNew }: { isNew: boolean }) => {
  const form = useForm(store.districtForm)
  const save = () => void store.saveDistrict().then((done) => done && toast.success('已保存，页面随即更新'))
  return (
    <FormDialog
      form={form}
      title={isNew ? '新增行政区' : '行政区改名'}
      text={isNew ? undefined : '代码不变，企业、服务与商品随之显示新名称。'}
      width="sm"
      submit="保存"
      onSubmit={save}
      onClose={store.closeDistrictDialog}
    >
      <div className="space-y-5">
        <Input
          label="代码"
          required
          maxLength={6}
          inputMode="numeric"
          disabled={!isNew}
          hint={isNew ? '民政部公布的六位代码，前几位须与上级一致' : undefined}
          {...form.text('code')}
        />
        <Input label="名称" required maxLength={20} typed={form.values?.name.length ?? 0} {...form.text('name')} />
      </div>
    </FormDialog>
  )
}

const Dialogs = () => {
  const dialog = useStore(store.districtDialog)
  const { at } = useStore(store.districtStep)
  if (dialog.at === 'none') return null
  if (dialog.at !== 'off') return <DistrictForm isNew={dialog.at === 'new'} />
  const { row } = dialog
  const turnOff = async () => {
    const done = await store.switchDistrict(row)
    store.closeDistrictDialog()
    if (done) toast.success(`${row.name}已停用`)
  }
  return (
    <Confirm
      open
      title={`停用“${row.name}”`}
      text={`表单不再提供${row.name}${row.below > 0 ? '及其下级' : ''}；已填写的内容不变，可随时启用。`}
      confirm="停用"
      busy={at === 'sending'}
      onCancel={store.closeDistrictDialog}
      onConfirm={() => void turnOff()}
    />
  )
}

/** The path of levels above the list. */
const Path = ({ above }: { above: readonly { readonly code: string; readonly name: string }[] }) => (
  <nav aria-label="所在层级" className="mb-4 flex flex-wrap items-center gap-1 text-sm">
    {[{ code: '', name: '全国' }, ...above].map(({ code, name }, at) => (
      <span key={code} className="flex items-center gap-1">
        {at > 0 && <ChevronRight className="size-4 text-ink-3" aria-hidden />}
        {at === above.length ? (
          <span aria-current="location" className="py-2 font-semibold">
            {name}
          </span>
        ) : (
          <button
            type="button"
            className="py-2 text-accent hover:underline"
            onClick={() => store.openDistrictLevel(code)}
          >
            {name}
          </button>
        )}
      </span>
    ))}
  </nav>
)

/** 行政区: the register of provinces, cities and counties. */
export const Districts = () => {
  const state = useStore(store.editedDistricts)
  const parent = useStore(store.districtParent)
  const step = useStore(store.districtStep)
  useEffect(() => void store.loadEditedDistricts(), [])
  return (
    <>
      <div className="mb-2 flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-2xl font-semibold">行政区</h1>
        <Button kind="main" className="max-md:h-11" onClick={() => store.openDistrict()}>
          <Plus className="size-4" />
          新增{districtLevelNames[levelBelow(parent)]}
        </Button>
      </div>
      <p className="mb-2 text-sm text-ink-3">区划调整后在此改名、新增或停用；代码不会删除，已填写的内容不受影响。</p>
      {step.at === 'refused' && (
        <div className="mb-4">
          <Notice tone="bad" title={step.failure.message} />
        </div>
      )}
      <AsyncContent
        state={state}
        what="行政区"
        onRetry={() => void store.loadEditedDistricts()}
        frame={cardFrame}
        skeleton={<TableSkeleton />}
      >
        {({ above, rows }) => (
          <>
            <Path above={above} />
            {rows.length === 0 ? (
              cardFrame(<EmptyState title="暂无下级" text="新增后，表单随即提供。" />)
            ) : (
              <DataTable caption="行政区" columns={columns} rows={rows} rowKey={({ code }) => code} />
            )}
          </>
        )}
      </AsyncContent>
      <Dialogs />
      <Toaster />
    </>
  )
}
