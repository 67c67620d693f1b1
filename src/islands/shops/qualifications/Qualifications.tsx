import { useStore } from '@nanostores/react'
import { Plus } from 'lucide-react'
import { useEffect } from 'react'
import type { QualificationRow } from '../../../contract/shops/qualifications.ts'
import {
  isQualificationApproved,
  isQualificationOpen,
  maxQualifications,
  maxScopeItems,
  parseScopeItems,
  qualificationState,
} from '../../../domain/shops/qualifications.ts'
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
import { acceptOf, fileRules } from '../../../domain/operations/file-rules.ts'
import { Checkbox } from '../../../ui/form/Checkbox.tsx'
import { DateInput } from '../../../ui/date/DateInput.tsx'
import { Input } from '../../../ui/form/Input.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { Select } from '../../../ui/form/Select.tsx'
import { Upload } from '../../../ui/form/Upload.tsx'
import { FormDialog } from '../../form/FormDialog.tsx'
import { Textarea } from '../../../ui/form/Textarea.tsx'
import { maxNumberLength, numberExample } from '../../../domain/shops/certificate-kinds.ts'
import { qualificationTags } from '../../../stores/reference/qualification-tags.ts'
import { useForm } from '../../form/use-form.ts'

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
  if (!usePermission('apply_manage')) return null
  return (
    <span className="flex justify-end gap-3 whitespace-nowrap">
      {isQualificationOpen(row.status) && (
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
    cell: ({ tag, name, number, scope, items }) => (
      <span className="block py-2">
        <span className="block">
          <b className="font-medium">{tag}</b>　{name}
        </span>
        {number !== '' && (
          <span className="block text-sm wrap-anywhere text-ink-3">
            {number}
            {items.length > 0 && ` · 认可项目 ${items.length} 项`}
          </span>
        )}
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
        <span className="text-ink-3">未上传</span>
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
  const refusal = asked?.failure ? `删除失败：${asked.failure.message}。` : ''
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

const submit = () =>
  void store.submitQualification().then((saved) => {
    if (saved === undefined) return
    if (isQualificationApproved(saved.status)) toast.success(`资质已通过，店铺已带有 ${saved.tag} 标签`)
    else toast.success('已提交，平台审核后会通知您')
  })

const fieldNames: Readonly<Record<store.ProposedField, string>> = {
  tag: '资质',
  number: '编号',
  issuer: '发证机构',
  holder: '持证单位',
  site: '地址',
  issuedOn: '发证日期',
  until: '最后一天',
}

const ReadAgain = () => (
  <button type="button" className="text-accent underline max-md:min-h-11" onClick={() => void store.readPaperAgain()}>
    重新识别
  </button>
)

/** What the reading of the paper proposes, and where it differs from what was typed. */
const Reading = ({ hasFile }: { hasFile: boolean }) => {
  const reading = useStore(store.paperReading)
  switch (reading.at) {
    case 'none':
      // A certificate that was submitted before: its paper can be compared once more.
      return hasFile ? (
        <p>
          <ReadAgain />
        </p>
      ) : null
    case 'reading':
      return <Notice tone="go" title="正在识别证书，图片约需 20 秒；可以先填写其他内容" />
    case 'nothing':
      return (
        <Notice tone="act" title="未能识别证书内容，可重新识别，或直接手工填写；提交后由平台审核">
          <ReadAgain />
        </Notice>
      )
    case 'failed':
      return (
        <Notice tone="act" title={`识别未完成：${reading.failure.message}`}>
          <ReadAgain />
        </Notice>
      )
    case 'read': {
      const differing = store.proposedFields.filter((field) => reading.differing[field] !== undefined)
      const filled = reading.filled.map((field) => fieldNames[field]).join('、')
      return (
        <Notice
          tone={differing.length > 0 || reading.holderDiffers ? 'act' : 'good'}
          title={filled === '' ? '证书已识别' : `已按证书填入：${filled}，请逐项核对`}
        >
          {reading.holderDiffers && <p>识别到的持证单位与认证企业“{reading.companyName}”不同，提交后由平台审核。</p>}
          {differing.map((field) => (
            <p key={field}>
              {fieldNames[field]}识别为“{reading.differing[field]}”，与填写不同。
              <button
                type="button"
                className="text-accent underline max-md:min-h-11"
                onClick={() => store.takeProposal(field)}
              >
                采用{fieldNames[field]}的识别结果
              </button>
            </p>
          ))}
        </Notice>
      )
    }
  }
}

/** Certificate form: the paper first, whose text proposes the fields; a person confirms them. */
const QualificationDialog = () => {
  const drawn = useForm(store.qualificationForm)
  const open = useStore(store.isQualificationFormOpen)
  const tags = useStore(qualificationTags)
  const items = useStore(store.qualificationUpload.items)
  const { values, text, picker, error } = drawn
  if (!open || values === null) return null
  const example = numberExample(values.tag)
  const itemCount = parseScopeItems(values.items).length
  return (
    <FormDialog
      form={drawn}
      keeps={values.qualificationId === 0}
      title={values.qualificationId === 0 ? '添加资质证书' : '修改资质证书'}
      submit="提交审核"
      width="lg"
      onSubmit={submit}
      onClose={store.closeQualificationForm}
    >
      {tags.at === 'failed' && <Notice tone="bad" title="资质种类加载失败，请关闭后重新打开" />}
      <div data-fault={error('file') ? '' : undefined}>
        <Upload
          label="证书影像"
          required
          error={error('file')}
          files={items}
          multiple={false}
          accept={acceptOf('licence')}
          rule={`${fileRules.licence.words}；只有贵企业与平台审核人员可以查看`}
          onAdd={(files) => store.qualificationUpload.add(files)}
          onRemove={store.removeQualificationFile}
          onRetry={(id) => store.qualificationUpload.retry(id)}
        />
        {values.file !== null && items.length === 0 && (
          <p className="mt-2 text-sm text-ink-2">
            已上传：
            <a href={values.file.url} target="_blank" rel="noopener" className="text-accent underline">
              {values.file.name}
            </a>
          </p>
        )}
      </div>
      <Reading hasFile={values.file !== null} />
      <div className="grid items-start gap-5 md:grid-cols-2">
        <div data-fault={error('tag') ? '' : undefined}>
          <Select
            label="资质"
            required
            error={error('tag')}
            options={(tags.at === 'ready' ? tags.content : []).map((tag) => ({ value: tag, label: tag }))}
            value={values.tag === '' ? null : values.tag}
            onChange={(tag) => store.qualificationForm.set('tag', tag)}
          />
        </div>
        <Input label="证书名称" required maxLength={60} placeholder="如：GLP 认证批件" {...text('name')} />
        <Input
          label="编号"
          required
          maxLength={maxNumberLength}
          hint={example === '' ? undefined : `如 ${example}`}
          {...text('number')}
        />
        <Input label="发证机构" required maxLength={60} {...text('issuer')} />
        <Input
          label="持证单位"
          required
          maxLength={80}
          hint="与认证企业名称一致的，核对无误后自动通过"
          {...text('holder')}
        />
        <Input label="场所地址" maxLength={120} placeholder="证书列明的实验室或生产地址" {...text('site')} />
        <DateInput label="发证日期" {...picker('issuedOn')} />
        <div>
          <DateInput
            label="最后一天"
            required={!values.endless}
            disabled={values.endless}
            hint="到期次日，店铺自动取下相应标签"
            {...picker('until')}
          />
          <Checkbox
            className="mt-2"
            checked={values.endless}
            onChange={(event) => store.qualificationForm.set('endless', event.target.checked)}
          >
            长期有效
          </Checkbox>
        </div>
        <Input
          className="md:col-span-2"
          label="认可范围"
          maxLength={200}
          placeholder="如：单次与重复给药毒性试验"
          {...text('scope')}
        />
        <Textarea
          className="md:col-span-2"
          label="认可项目"
          rows={4}
          hint={`选填，每行一项：项目、参数、方法用“|”或制表符分隔，可直接从表格粘贴。已填 ${itemCount} 项，最多 ${maxScopeItems} 项；买家可按项目搜索到贵企业。`}
          placeholder={'注射剂 | 有关物质 | 中国药典 2025 年版 通则 0512'}
          {...text('items')}
        />
      </div>
      <div data-fault={error('confirmed') ? '' : undefined}>
        <Checkbox
          checked={values.confirmed}
          aria-invalid={error('confirmed') !== undefined || undefined}
          onChange={(event) => store.qualificationForm.set('confirmed', event.target.checked)}
        >
          已与证书原件逐项核对，填写内容一致
        </Checkbox>
        {error('confirmed') && (
          <p className="mt-1 text-sm text-bad" role="alert">
            {error('confirmed')}
          </p>
        )}
      </div>
    </FormDialog>
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
                title="暂无资质证书"
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
