import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import type { BudgetSettings } from '../../../contract/orders/budgets.ts'
import * as store from '../../../stores/orders/budgets/budgets.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { Input } from '../../../ui/form/Input.tsx'
import { Switch } from '../../../ui/form/Switch.tsx'
import { toast } from '../../../ui/overlay/toast.ts'
import { Tag } from '../../../ui/text/Tag.tsx'
import { FormDialog } from '../../form/FormDialog.tsx'
import { useForm } from '../../form/use-form.ts'
import { AsyncContent } from '../../list/AsyncContent.tsx'
import { CardSkeleton } from '../../list/TableSkeleton.tsx'

/** Says how a change ended: the words of the refusal, or what was done; nothing where another is under way. */
const tell = (done: string) => (refusal: string | null | undefined) => {
  if (refusal === null) toast.success(done)
  else if (refusal !== undefined) toast.error(refusal)
}

type Centre = BudgetSettings['costCentres'][number]

const Row = ({ centre, mayChange }: { centre: Centre; mayChange: boolean }) => {
  const changing = useStore(store.changingSetting)
  const { code, name, isActive } = centre
  const verb = isActive ? '停用' : '恢复'
  const change = () =>
    void store.switchCostCentre(code, !isActive).then(tell(isActive ? '成本中心已停用' : '成本中心已恢复'))
  return (
    <li className="flex items-center justify-between gap-3 py-2">
      <span className="flex flex-wrap items-center gap-2 wrap-anywhere">
        {code} {name}
        {!isActive && <Tag label="已停用" />}
      </span>
      {mayChange && (
        <span className="flex shrink-0 gap-2">
          <Button
            size="sm"
            className="max-md:h-11"
            aria-label={`修改名称 ${code}`}
            onClick={() => store.openCentreName(centre)}
          >
            修改名称
          </Button>
          <Button
            size="sm"
            className="max-md:h-11"
            aria-label={`${verb} ${code}`}
            busy={changing === code}
            onClick={change}
          >
            {verb}
          </Button>
        </span>
      )}
    </li>
  )
}

const NewCentre = () => {
  const { box, sending, text } = useForm(store.centreForm)
  const refused = sending.at === 'refused' ? sending : undefined
  const code = text('code')
  const taken = refused?.fieldErrors.length === 0 ? refused.failure?.message : undefined
  const add = () =>
    void store.addCostCentre().then((isAdded) => {
      if (isAdded) toast.success('成本中心已添加')
    })
  return (
    <form
      ref={box}
      noValidate
      className="mt-3 grid items-start gap-3 md:grid-cols-[160px_minmax(0,1fr)_auto]"
      onSubmit={(event) => {
        event.preventDefault()
        add()
      }}
    >
      <Input label="编码" maxLength={20} {...code} error={code.error ?? taken} />
      <Input label="名称" maxLength={30} {...text('name')} />
      <Button type="submit" className="max-md:h-11 md:mt-7" busy={sending.at === 'sending'}>
        添加成本中心
      </Button>
    </form>
  )
}

const CentreName = () => {
  const form = useForm(store.centreNameForm)
  const save = () =>
    void store.renameCostCentre().then((isSaved) => {
      if (isSaved) toast.success('名称已修改')
    })
  return (
    <FormDialog
      form={form}
      title={`修改成本中心 ${form.values?.code ?? ''} 的名称`}
      submit="保存名称"
      width="sm"
      onSubmit={save}
      onClose={store.closeCentreName}
    >
      <Input label="成本中心名称" required maxLength={30} {...form.text('name')} />
    </FormDialog>
  )
}

const Body = ({ settings: { costCentres, isRequired, mayChange } }: { settings: BudgetSettings }) => {
  const renamed = useStore(store.renamedCentre)
  const changing = useStore(store.changingSetting)
  return (
    <>
      {costCentres.length > 0 && (
        <>
          <div className="mt-3">
            <Switch
              label="下单与选定报价须注明成本中心"
              on={isRequired}
              disabled={!mayChange || changing === 'require'}
              onChange={(on) => void store.requireCostCentre(on).then(tell(on ? '已设为必填' : '已设为选填'))}
            />
          </div>
          <ul className="mt-2 divide-y divide-line">
            {costCentres.map((centre) => (
              <Row key={centre.code} centre={centre} mayChange={mayChange} />
            ))}
          </ul>
        </>
      )}
      {mayChange && <NewCentre />}
      {renamed !== null && <CentreName />}
    </>
  )
}

/** Cost centres of the company: added, renamed, switched off and on again; whether orders name one. */
export const CostCentres = () => {
  const state = useStore(store.budgetSettings)
  useEffect(() => void store.loadBudgetSettings(), [])
  return (
    <section className="rounded-lg border border-line bg-surface p-4 md:p-6" aria-label="成本中心">
      <h2 className="text-lg font-semibold">成本中心</h2>
      <p className="text-sm text-ink-3">下单与选定报价时选择，预算与审批规则按成本中心设置；供应商看不到。</p>
      <AsyncContent
        state={state}
        what="成本中心"
        permission="apply_manage"
        onRetry={() => void store.loadBudgetSettings()}
        frame={(content) => content}
        skeleton={<CardSkeleton lines={3} />}
      >
        {(settings) => <Body settings={settings} />}
      </AsyncContent>
    </section>
  )
}
