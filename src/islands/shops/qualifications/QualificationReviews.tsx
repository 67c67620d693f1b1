import { useStore } from '@nanostores/react'
import { useEffect, useRef, useState } from 'react'
import type { QualificationReviewRow } from '../../../contract/shops/qualifications.ts'
import { links } from '../../../domain/links.ts'
import {
  qualificationLabels,
  qualificationState,
  qualificationTransitions,
  isQualificationApproved,
  isQualificationInReview,
  needsRegister,
} from '../../../domain/shops/qualifications.ts'
import { date, dateTime } from '../../../domain/time.ts'
import { agreementFaultLabels } from '../../../domain/shops/certificate-agreement.ts'
import { registerOf } from '../../../domain/shops/certificate-kinds.ts'
import { fieldErrorsOf } from '../../../stores/field-errors.ts'
import {
  isOnlyExceptions,
  isOnlyUnchecked,
  qualificationReview,
  qualificationReviews,
  showOnlyExceptions,
  showOnlyUnchecked,
  type QualificationVerdict,
} from '../../../stores/shops/qualifications.ts'
import { DateInput } from '../../../ui/date/DateInput.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { Input } from '../../../ui/form/Input.tsx'
import { Switch } from '../../../ui/form/Switch.tsx'
import { Textarea } from '../../../ui/form/Textarea.tsx'
import { Dialog } from '../../../ui/overlay/Dialog.tsx'
import { toast } from '../../../ui/overlay/toast.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { DataTable, type Column } from '../../../ui/table/DataTable.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { StateBadge } from '../../../ui/text/StateBadge.tsx'
import { Toaster } from '../../../ui/overlay/Toaster.tsx'
import { focusFirstError } from '../../form/focus-error.ts'
import { FilteredList } from '../../list/FilteredList.tsx'
import { nextState } from '../../../domain/transition.ts'
import { FactList } from '../../FactList.tsx'
import { useNow } from '../../use-now.ts'

const isPicture = (name: string) => /\.(jpe?g|png|webp)$/i.test(name)

const CertificateFile = ({ file }: { file: QualificationReviewRow['file'] }) => {
  if (file === null) return <p className="text-ink-3">这份证书没有影像。</p>
  return isPicture(file.name) ? (
    <a href={file.url} target="_blank" rel="noopener">
      <img src={file.url} alt="证书影像" className="max-h-80 w-full rounded-lg border border-line object-contain" />
    </a>
  ) : (
    <a href={file.url} target="_blank" rel="noopener" className="text-accent hover:underline">
      下载 {file.name}
    </a>
  )
}

/** Accredited items, which buyers find the supplier by: not compared with the paper by the program. */
const ScopeItems = ({ items }: Pick<QualificationReviewRow, 'items'>) =>
  items.length === 0 ? null : (
    <details>
      <summary className="cursor-pointer text-accent max-md:py-2">认可项目 {items.length} 项，请与证书附表核对</summary>
      <ul
        className="mt-2 max-h-80 divide-y divide-line overflow-y-auto rounded-md border border-line text-sm"
        tabIndex={0}
        aria-label="认可项目"
      >
        {items.map(({ item, parameter, method }, at) => (
          <li key={at} className="px-3 py-2">
            <span className="font-medium">{item}</span>
            {parameter !== '' && <span className="ml-2">{parameter}</span>}
            {method !== '' && <span className="block text-ink-3">{method}</span>}
          </li>
        ))}
      </ul>
    </details>
  )

const readFieldLabels = [
  ['number', '编号'],
  ['holder', '持证单位'],
  ['until', '最后一天'],
] as const

/** What was read on the paper beside what was stated, and why it has not passed by itself. */
const Agreement = ({ row }: { row: QualificationReviewRow }) => {
  const fields = row.reading?.fields
  return (
    <>
      {row.register === null && isQualificationApproved(row.status) && (
        <Notice tone="act" title="未登记官方查询">
          这份证书由系统按证书影像、填写内容与认证企业一致自动通过，或通过时未登记。请对照官方查询：一致的登记核对，不符的撤销。
        </Notice>
      )}
      {row.faults.length > 0 && (
        <Notice tone="act" title="未自动通过">
          {row.faults.map((fault) => agreementFaultLabels[fault]).join('；')}
        </Notice>
      )}
      {row.heldBy.length > 0 && (
        <Notice tone="bad" title="另一家企业提交了相同编号">
          {row.heldBy.map(({ shopId, orgId, companyName, status, until }) => (
            <p key={shopId}>
              <a href={links.shopBrief({ id: shopId, orgId })} target="_blank" rel="noopener" className="underline">
                {companyName}
              </a>
              （{qualificationLabels[status].label}，{until === null ? '长期有效' : `至 ${until}`}）
            </p>
          ))}
        </Notice>
      )}
      {fields !== undefined && row.reading?.source !== null && (
        <p className="text-sm text-ink-3">
          {row.reading?.source === 'pdf' ? 'PDF 文字' : '图片识别'}：
          {readFieldLabels
            .map(
              ([name, label]) => `${label} ${fields[name] === null || fields[name] === '' ? '未读到' : fields[name]}`,
            )
            .join('，')}
        </p>
      )}
    </>
  )
}

/** One certificate: file beside the entered data, the register that was looked at, and the verdict. */
const QualificationReviewDialog = () => {
  const now = useStore(qualificationReview.state)
  return now === null ? null : <OpenReview key={now.subject.qualificationId} row={now.subject} />
}

const OpenReview = ({ row }: { row: QualificationReviewRow }) => {
  const now = useStore(qualificationReview.state)
  const today = date(useNow())
  const [reason, setReason] = useState('')
  const [url, setUrl] = useState(registerOf(row.tag)?.url ?? '')
  const [on, setOn] = useState(today)
  const [note, setNote] = useState('')
  const [refused, setRefused] = useState<{ readonly field: 'reason' | 'url' | 'note' } | null>(null)
  const missing = refused?.field
  const box = useRef<HTMLDivElement>(null)
  // Each refusal is a new object: the field has the focus again.
  useEffect(() => {
    if (refused !== null) focusFirstError(box.current)
  }, [refused])
  const { sending = false, failure = null } = now ?? {}
  const waits = nextState(qualificationTransitions, row.status, 'pass', 'operator') !== undefined
  const revocable = nextState(qualificationTransitions, row.status, 'revoke', 'operator') !== undefined
  const checkable =
    row.register === null && nextState(qualificationTransitions, row.status, 'check', 'operator') !== undefined
  const faults = failure === null ? [] : fieldErrorsOf(failure)
  const faultAt = (field: string) => faults.find((fault) => fault.field === field)?.message
  const done = { pass: '已通过', check: '已登记核对', reject: '已驳回', revoke: '已撤销' } as const
  const decide = (event: QualificationVerdict['event']) => {
    const isNamed = needsRegister(event)
    if (isNamed && url.trim() === '') return setRefused({ field: 'url' })
    if (isNamed && row.heldBy.length > 0 && note.trim() === '') return setRefused({ field: 'note' })
    if (!isNamed && reason.trim() === '') return setRefused({ field: 'reason' })
    setRefused(null)
    void qualificationReview
      .submit({
        event,
        reason: isNamed ? '' : reason.trim(),
        register: isNamed ? { url: url.trim(), on, note: note.trim() } : null,
      })
      .then((worked) => worked && toast.success(done[event]))
  }
  return (
    <Dialog
      open
      onClose={qualificationReview.close}
      title={waits ? '审核资质' : '资质'}
      width="lg"
      actions={
        waits ? (
          <>
            <Button kind="danger" busy={sending} onClick={() => decide('reject')}>
              驳回
            </Button>
            <Button kind="main" busy={sending} onClick={() => decide('pass')}>
              通过
            </Button>
          </>
        ) : revocable ? (
          <>
            <Button onClick={qualificationReview.close}>关闭</Button>
            <Button kind="danger" busy={sending} onClick={() => decide('revoke')}>
              撤销资质
            </Button>
            {checkable && (
              <Button kind="main" busy={sending} onClick={() => decide('check')}>
                登记核对
              </Button>
            )}
          </>
        ) : (
          <Button onClick={qualificationReview.close}>关闭</Button>
        )
      }
    >
      <div ref={box} className="space-y-4">
        {failure !== null && faults.length === 0 && <Notice tone="bad" title={failure.message} />}
        <Agreement row={row} />
        <FactList
          columns={2}
          facts={[
            { label: '供应商', value: `${row.shopName}（${row.companyName}）`, wide: true },
            { label: '资质', value: `${row.tag}，${row.name}` },
            { label: '编号', value: row.number },
            { label: '持证单位', value: row.holder },
            { label: '发证机构', value: row.issuer },
            { label: '发证日期', value: row.issuedOn ?? '' },
            { label: '最后一天', value: row.until ?? '长期有效' },
            { label: '场所地址', value: row.site, wide: true },
            { label: '认可范围', value: row.scope, wide: true },
            { label: '状态', value: <StateBadge {...qualificationState(row, today)} /> },
            ...(row.reason === '' ? [] : [{ label: '原因', value: row.reason, wide: true }]),
            ...(row.register === null
              ? []
              : [
                  {
                    label: '官方查询',
                    value: `${row.register.on} 核对，${row.register.url}${row.register.note === '' ? '' : `；${row.register.note}`}`,
                    wide: true,
                  },
                ]),
          ]}
        />
        <ScopeItems items={row.items} />
        <CertificateFile file={row.file} />
        {(waits || checkable) && (
          <fieldset className="space-y-4 rounded-lg border border-line p-4">
            <legend className="px-1 font-medium">官方查询核对</legend>
            <div className="grid items-start gap-4 md:grid-cols-[minmax(0,1fr)_200px]">
              <Input
                label="查询地址"
                required
                maxLength={300}
                hint={registerOf(row.tag)?.name}
                error={missing === 'url' ? '请填写所核对的官方查询地址' : faultAt('register.url')}
                value={url}
                onChange={(event) => setUrl(event.target.value)}
              />
              <DateInput label="核对日期" required error={faultAt('register.on')} value={on} onChange={setOn} />
            </div>
            <Input
              label="核对备注"
              required={row.heldBy.length > 0}
              maxLength={200}
              error={missing === 'note' ? '编号与另一家企业相同，请写明核对结论' : faultAt('register.note')}
              value={note}
              onChange={(event) => setNote(event.target.value)}
            />
          </fieldset>
        )}
        {(waits || revocable) && (
          <Textarea
            label={waits ? '驳回原因' : '撤销原因'}
            rows={3}
            maxLength={200}
            typed={reason.length}
            hint={`${waits ? '驳回' : '撤销'}时必填，供应商将看到`}
            error={
              missing === 'reason' && reason.trim() === '' ? `请填写${waits ? '驳回' : '撤销'}原因` : faultAt('reason')
            }
            value={reason}
            onChange={(event) => setReason(event.target.value)}
          />
        )}
      </div>
    </Dialog>
  )
}

const columns: readonly Column<QualificationReviewRow>[] = [
  {
    key: 'shop',
    head: '供应商',
    cell: ({ shopId, orgId, shopName, companyName }) => (
      <span className="block py-2">
        <a
          href={links.shopBrief({ id: shopId, orgId })}
          target="_blank"
          rel="noopener"
          className="hover:text-accent max-md:inline-flex max-md:min-h-11 max-md:items-center"
        >
          {shopName}
        </a>
        <span className="block text-sm text-ink-3">{companyName}</span>
      </span>
    ),
  },
  {
    key: 'tag',
    head: '资质',
    className: 'min-w-40',
    cell: ({ tag, name, number, heldBy }) => (
      <span className="block py-2">
        <b className="font-medium">{tag}</b>
        <span className="block text-sm text-ink-3">{name}</span>
        {number !== '' && <span className="block text-sm wrap-anywhere text-ink-3">{number}</span>}
        {heldBy.length > 0 && <span className="block text-sm text-bad">编号与另一家企业相同</span>}
      </span>
    ),
  },
  {
    key: 'until',
    head: '最后一天',
    cell: ({ until }) => until ?? '长期有效',
    className: 'whitespace-nowrap tabular-nums',
  },
  {
    key: 'created',
    head: '提交时间',
    cell: ({ createdAt }) => dateTime(createdAt),
    className: 'whitespace-nowrap tabular-nums',
  },
  {
    key: 'status',
    head: '状态',
    cell: (row) => <StateBadge {...qualificationState(row, date(new Date().toISOString()))} />,
  },
  {
    key: 'action',
    head: '操作',
    isActions: true,
    align: 'right',
    cell: (row) => (
      <Button
        size="sm"
        kind={isQualificationInReview(row.status) ? 'outline' : 'plain'}
        className="max-md:h-11"
        onClick={() => qualificationReview.open(row)}
      >
        {isQualificationInReview(row.status) ? '审核' : '查看'}
      </Button>
    ),
  },
]

/** Lists only certificates whose number another company has too, or of which no official register was noted. */
const ListSwitches = () => {
  const onlyExceptions = useStore(isOnlyExceptions)
  const onlyUnchecked = useStore(isOnlyUnchecked)
  const state = useStore(qualificationReviews.state)
  const { exceptionCount, uncheckedCount } =
    state.at === 'ready' ? state.content : { exceptionCount: 0, uncheckedCount: 0 }
  return (
    <div className="flex flex-wrap gap-x-6 gap-y-2 md:ml-2">
      <Switch label={`只看编号重复的（${exceptionCount}）`} on={onlyExceptions} onChange={showOnlyExceptions} />
      <Switch label={`只看未登记官方查询的（${uncheckedCount}）`} on={onlyUnchecked} onChange={showOnlyUnchecked} />
    </div>
  )
}

/** Certificates submitted by suppliers, for operators. */
export const QualificationReviews = ({ search }: { search: string }) => (
  <>
    <h1 className="mb-4 text-2xl font-semibold">资质审核</h1>
    <FilteredList
      filters={<ListSwitches />}
      list={qualificationReviews}
      search={search}
      what="资质"
      permission="corporate_show"
      placeholder="供应商、证书名称或编号"
      tabs={{ label: '审核状态', labelOf: (status) => qualificationLabels[status] }}
      empty={<EmptyState drawing="done" title="暂无供应商提交资质" text="供应商提交后会出现在这里。" />}
    >
      {({ data }) => (
        <DataTable caption="资质证书" columns={columns} rows={data} rowKey={(row) => row.qualificationId} />
      )}
    </FilteredList>
    <QualificationReviewDialog />
    <Toaster />
  </>
)
