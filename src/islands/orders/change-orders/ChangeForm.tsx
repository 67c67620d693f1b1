import { useStore } from '@nanostores/react'
import { Plus } from 'lucide-react'
import { yuan } from '../../../domain/money.ts'
import { changeExpiryDays, maxChangeReasonLength, maxScopeLength } from '../../../domain/orders/change-order-states.ts'
import { today } from '../../../domain/time.ts'
import * as store from '../../../stores/orders/change-orders.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { DateInput } from '../../../ui/date/DateInput.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { Checkbox } from '../../../ui/form/Checkbox.tsx'
import { AmountInput, Input } from '../../../ui/form/Input.tsx'
import { Textarea } from '../../../ui/form/Textarea.tsx'
import { toast } from '../../../ui/overlay/toast.ts'
import { FormDialog } from '../../form/FormDialog.tsx'
import { useForm } from '../../form/use-form.ts'
import { ChangeTable } from './ChangeTable.tsx'

type RowProps = {
  row: store.ChangeFormRow
  index: number
  error: (part: 'name' | 'deliverables' | 'on' | 'amount') => string | undefined
}

/** One payment with its stage; closed ones are shown as they are. */
const Row = ({ row, index, error }: RowProps) => {
  const { label, isOpen, hasAmount, isStage, canSkip, paid } = store.openPartsOf(row)
  const isAdded = row.seq === null
  const name = isAdded ? `新增 ${index + 1}` : label
  if (!isOpen)
    return (
      <fieldset className="rounded-md border border-line bg-surface-2 p-4" aria-label={name}>
        <p className="flex flex-wrap justify-between gap-x-4">
          <span className="font-medium">
            {name}：{row.name}
          </span>
          <span className="tabular-nums">¥{row.amount}</span>
        </p>
        <p className="mt-1 text-sm text-ink-3">{isStage ? '已验收或不再执行' : '已付清'}，不能变更。</p>
      </fieldset>
    )
  return (
    <fieldset className="space-y-4 rounded-md border border-line p-4" aria-label={name}>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <span className="font-medium">{isAdded ? (isStage ? '新增里程碑' : '新增款项') : `${name}：${row.name}`}</span>
        {canSkip && (
          <Checkbox checked={row.skip} onChange={(event) => store.setChangeRow(index, { skip: event.target.checked })}>
            取消这个里程碑
          </Checkbox>
        )}
        {isAdded && (
          <Button size="sm" className="max-md:h-11" onClick={() => store.removeChangeRow(index)}>
            移除
          </Button>
        )}
      </div>
      {row.skip ? (
        <p className="text-sm text-ink-2">
          生效后不再执行，款项变为 ¥0.00。{paid > 0 && `已付的 ¥${yuan(paid)} 全额退回买家。`}
          {error('name')}
        </p>
      ) : (
        <>
          <div className="grid gap-4 md:grid-cols-3">
            <Input
              label="名称"
              required
              maxLength={30}
              value={row.name}
              error={error('name')}
              onChange={(event) => store.setChangeRow(index, { name: event.target.value })}
            />
            <AmountInput
              label="金额"
              required
              value={row.amount}
              disabled={!hasAmount}
              error={error('amount')}
              hint={paid > 0 ? `已付 ¥${yuan(paid)}，不能低于此数` : undefined}
              onChange={(event) => store.setChangeRow(index, { amount: event.target.value })}
            />
            <DateInput
              label={isStage ? '计划日期' : '应付日'}
              required={isAdded || row.on !== ''}
              value={row.on}
              min={today()}
              error={error('on')}
              onChange={(on) => store.setChangeRow(index, { on })}
            />
          </div>
          {isStage && (
            <Textarea
              label="交付内容"
              required
              rows={2}
              maxLength={300}
              typed={row.deliverables.length}
              value={row.deliverables}
              error={error('deliverables')}
              onChange={(event) => store.setChangeRow(index, { deliverables: event.target.value })}
            />
          )}
        </>
      )}
    </fieldset>
  )
}

const Preview = () => {
  const preview = useStore(store.changePreview)
  const total = useStore(store.typedTotal)
  return (
    <section aria-label="预览" aria-live="polite">
      <h3 className="mb-2 font-medium">变更前后</h3>
      {preview === null ? (
        <p className="text-ink-2">
          变更后总额 <span className="tabular-nums">¥{yuan(total)}</span>。填写有变更的内容后，在这里核对前后对照。
        </p>
      ) : (
        <>
          <ChangeTable rows={preview.rows} name="预览" />
          {preview.plan.refund > 0 && (
            <p className="mt-2 text-ink-2">生效后向买家退回已付的 ¥{yuan(preview.plan.refund)}。</p>
          )}
        </>
      )}
    </section>
  )
}

/** Proposal of a change order: reason, scope, promised day, payments and stages, with a preview. */
export const ChangeForm = () => {
  const form = useForm(store.changeForm)
  const { values, exactError, text, picker } = form
  if (values === null) return null
  const submit = () =>
    void store.submitChangeProposal().then((sent) => {
      if (sent) toast.success('变更单已提出并由您签署，等待对方签署')
    })
  const general = exactError('rows')
  return (
    <FormDialog
      form={form}
      width="lg"
      title="提出变更"
      text="您提出即签署，对方签署后立即生效；在此之前订单按原约定继续。"
      submit="签署并提出"
      onSubmit={submit}
      onClose={store.closeChangeDialog}
      keeps
    >
      <Textarea
        label="变更原因"
        required
        rows={2}
        maxLength={maxChangeReasonLength}
        typed={values.reason.length}
        {...text('reason')}
      />
      <Textarea
        label="工作范围的变更"
        rows={3}
        maxLength={maxScopeLength}
        typed={values.scope.length}
        hint="选填：增加、减少或调整哪些工作"
        {...text('scope')}
      />
      <div className="space-y-4">
        {values.rows.map((row, index) => (
          <Row
            // oxlint-disable-next-line react/no-array-index-key -- rows have no id until they are saved
            key={index}
            row={row}
            index={index}
            error={(part) => exactError(`rows.${index}.${part}`)}
          />
        ))}
        <Button className="max-md:h-11" onClick={store.addChangeRow}>
          <Plus className="size-4" />
          新增一行
        </Button>
      </div>
      <div className="grid gap-4 md:grid-cols-2">
        <DateInput label="承诺交付日" min={today()} hint="选填" {...picker('promisedOn')} />
        <Input
          label="对方签署期限"
          required
          unit="天"
          inputMode="numeric"
          hint={`${changeExpiryDays.min} 至 ${changeExpiryDays.max} 天，逾期自动失效`}
          {...text('days')}
        />
      </div>
      {general !== undefined && (
        <div data-fault="">
          <Notice tone="bad" title={general} />
        </div>
      )}
      <Preview />
      <p className="text-sm text-ink-3">
        填写的内容保留在本浏览器，关闭后不会丢失。
        <button
          type="button"
          className="ml-2 text-accent hover:underline max-md:min-h-11"
          onClick={store.restartChange}
        >
          恢复为订单现有的约定
        </button>
      </p>
    </FormDialog>
  )
}
