import { useStore } from '@nanostores/react'
import { budgetModeLabels, budgetModes } from '../../../domain/orders/budgets/budgets.ts'
import * as store from '../../../stores/orders/budgets/budgets.ts'
import { DateInput } from '../../../ui/date/DateInput.tsx'
import { Input } from '../../../ui/form/Input.tsx'
import { Select } from '../../../ui/form/Select.tsx'
import { Confirm } from '../../../ui/overlay/Confirm.tsx'
import { toast } from '../../../ui/overlay/toast.ts'
import { FormDialog } from '../../form/FormDialog.tsx'
import { useForm } from '../../form/use-form.ts'

const save = () =>
  void store.saveBudget().then((isSaved) => {
    if (isSaved) toast.success('预算已保存')
  })

/** Centre, project and period of a new budget; they stay as they are later. */
const Place = () => {
  const form = useForm(store.budgetForm)
  const settings = useStore(store.budgetSettings)
  const centres = settings.at === 'ready' ? settings.content.costCentres.filter(({ isActive }) => isActive) : []
  return (
    <>
      <Select
        label="成本中心"
        required
        options={centres.map(({ code, name }) => ({ value: code, label: `${code} ${name}` }))}
        value={form.values?.costCentre || null}
        error={form.error('costCentre')}
        onChange={(code) => store.budgetForm.set('costCentre', code)}
      />
      <Input
        label="项目编码"
        hint="选填；不填则为该成本中心不分项目的预算"
        maxLength={20}
        {...form.text('projectCode')}
      />
      <div className="grid gap-4 md:grid-cols-2">
        <DateInput label="开始日期" required {...form.picker('startsOn')} />
        <DateInput label="截止日期" required {...form.picker('endsOn')} />
      </div>
    </>
  )
}

const BudgetForm = ({ isNew }: { isNew: boolean }) => {
  const form = useForm(store.budgetForm)
  return (
    <FormDialog
      form={form}
      title={isNew ? '新增预算' : '修改预算'}
      text={isNew ? '期间内的采购按下单日计入；已下的订单不计入。' : '成本中心、项目与期间不能修改。'}
      submit="保存预算"
      onSubmit={save}
      onClose={store.closeBudgetForm}
    >
      <Input label="名称" required maxLength={40} {...form.text('name')} />
      {isNew && <Place />}
      <Input label="额度（元）" required inputMode="decimal" {...form.text('amount')} />
      <Select
        label="超出额度时"
        options={budgetModes.map((mode) => ({ value: mode, label: budgetModeLabels[mode] }))}
        value={form.values?.mode ?? 'stop'}
        error={form.error('mode')}
        onChange={(mode) => store.budgetForm.set('mode', mode)}
      />
    </FormDialog>
  )
}

/** The form of a budget, and the question before one is closed. */
export const BudgetDialogs = () => {
  const edited = useStore(store.editedBudget)
  const closing = useStore(store.budgetClosing.state)
  const close = () =>
    void store.budgetClosing.submit().then((isClosed) => {
      if (isClosed) toast.success('预算已关闭')
    })
  return (
    <>
      {edited !== undefined && <BudgetForm isNew={edited === null} />}
      <Confirm
        open={closing !== null}
        danger
        title={`关闭预算“${closing?.subject.name ?? ''}”？`}
        text={[closing?.failure?.message, '之后的采购不再计入，已计入的订单继续；关闭后不能恢复。']
          .filter((part) => part !== undefined)
          .join('。')}
        busy={closing?.sending}
        confirm="关闭预算"
        onCancel={store.budgetClosing.close}
        onConfirm={close}
      />
    </>
  )
}
