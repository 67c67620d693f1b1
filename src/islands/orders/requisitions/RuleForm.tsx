import { useStore } from '@nanostores/react'
import type { ApprovalRules } from '../../../contract/orders/requisitions.ts'
import { permissionName, permissions, type Permission } from '../../../domain/accounts/permissions.ts'
import {
  approvalActionLabels,
  approvalActions,
  maxApprovalSteps,
} from '../../../domain/orders/requisitions/approval-rules.ts'
import * as store from '../../../stores/orders/requisitions/approval-rules.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { Checkbox } from '../../../ui/form/Checkbox.tsx'
import { Field } from '../../../ui/form/Field.tsx'
import { AmountInput, Input } from '../../../ui/form/Input.tsx'
import { Select } from '../../../ui/form/Select.tsx'
import { Dialog } from '../../../ui/overlay/Dialog.tsx'
import { toast } from '../../../ui/overlay/toast.ts'

const actionOptions = approvalActions.map((action) => ({ value: action, label: approvalActionLabels[action] }))
const toggle = <T,>(all: readonly T[], each: T, on: boolean): T[] =>
  on ? [...all, each] : all.filter((one) => one !== each)

type ChoicesProps<T extends string | number> = {
  label: string
  hint?: string
  options: readonly { readonly value: T; readonly label: string }[]
  chosen: readonly T[]
  onChange: (chosen: T[]) => void
}

/** Several check boxes under one label. */
const Choices = <T extends string | number>({ label, hint, options, chosen, onChange }: ChoicesProps<T>) => (
  <Field label={label} group hint={hint}>
    {(ids, labelId) => (
      <div
        role="group"
        aria-labelledby={labelId}
        aria-describedby={ids['aria-describedby']}
        className="flex max-h-56 flex-wrap gap-x-5 gap-y-1 overflow-y-auto rounded-md border border-line px-3 py-2"
      >
        {options.map(({ value, label: name }) => (
          <Checkbox
            key={value}
            checked={chosen.includes(value)}
            onChange={(event) => onChange(toggle(chosen, value, event.target.checked))}
          >
            {name}
          </Checkbox>
        ))}
      </div>
    )}
  </Field>
)

const permissionOptions: readonly { value: Permission; label: string }[] = permissions.map((code) => ({
  value: code,
  label: permissionName(code),
}))

type StepProps = { at: number; step: store.StepDraft; rules: ApprovalRules; error: string | undefined; only: boolean }

const Step = ({ at, step, rules, error, only }: StepProps) => (
  <fieldset className="space-y-3 rounded-md border border-line p-4" data-fault={error === undefined ? undefined : ''}>
    <legend className="px-1 font-medium">第 {at + 1} 步</legend>
    <Input
      label="步骤名称"
      required
      maxLength={20}
      value={step.name}
      error={error}
      autoComplete="off"
      onChange={(event) => store.editStep(at, { name: event.target.value })}
    />
    <Choices
      label="审批人"
      hint="任一人通过即可；名单为有“申请管理”权限的成员"
      options={rules.approvers.map(({ userId, name }) => ({ value: userId, label: name }))}
      chosen={step.people}
      onChange={(people) => store.editStep(at, { people })}
    />
    <details open={step.permissions.length > 0}>
      <summary className="cursor-pointer text-ink-3 hover:text-accent max-md:py-3">按权限指定审批人</summary>
      <div className="mt-2">
        <Choices
          label="有任一所选权限的成员"
          hint="同时须有“申请管理”权限，审批时按当时的权限判断"
          options={permissionOptions}
          chosen={step.permissions}
          onChange={(codes) => store.editStep(at, { permissions: codes })}
        />
      </div>
    </details>
    {!only && (
      <Button size="sm" className="max-md:h-11" onClick={() => store.removeStep(at)}>
        移除第 {at + 1} 步
      </Button>
    )}
  </fieldset>
)

/** Form of one rule. What is typed stays when saving is refused. */
export const RuleForm = ({ rules }: { rules: ApprovalRules }) => {
  const now = useStore(store.ruleDialog)
  if (now === null) return null
  const { draft, errors, sending, opened } = now
  const save = () =>
    void store.saveRule().then((saved) => saved && toast.success('规则已保存，新提交的申请按新规则审批'))
  return (
    <Dialog
      open
      width="lg"
      form="sheet"
      onClose={store.closeRule}
      title={opened === null ? '新增规则' : '修改规则'}
      text="保存后成为新版本；进行中的请购仍按提交时的版本。"
      actions={
        <>
          <Button onClick={store.closeRule}>取消</Button>
          <Button kind="main" busy={sending} onClick={save}>
            保存规则
          </Button>
        </>
      }
    >
      <div className="space-y-4">
        {errors['rule'] !== undefined && <Notice tone="bad" title={errors['rule']} />}
        <div className="grid gap-4 md:grid-cols-2">
          <Input
            label="规则名称"
            required
            maxLength={30}
            autoComplete="off"
            value={draft.name}
            error={errors['name']}
            onChange={(event) => store.editRule({ name: event.target.value })}
          />
          <Select
            label="适用操作"
            options={actionOptions}
            value={draft.action}
            onChange={(action) => store.editRule({ action })}
          />
          <AmountInput
            label="金额下限（含）"
            value={draft.from}
            error={errors['from']}
            onChange={(event) => store.editRule({ from: event.target.value })}
          />
          <AmountInput
            label="金额上限（不含）"
            hint="不填为不限"
            value={draft.to}
            error={errors['to']}
            onChange={(event) => store.editRule({ to: event.target.value })}
          />
        </div>
        <Choices
          label="分类"
          hint="不选为全部分类"
          options={rules.categories.map(({ id, name, kind }) => ({
            value: id,
            label: `${name}（${kind === 'service' ? '服务' : '商品'}）`,
          }))}
          chosen={draft.categories}
          onChange={(categories) => store.editRule({ categories })}
        />
        {rules.costCentres.length > 0 && (
          <Choices
            label="成本中心"
            hint="不选为全部；未注明成本中心的申请也适用"
            options={rules.costCentres.map(({ code, name }) => ({ value: code, label: `${code} ${name}` }))}
            chosen={draft.costCentres}
            onChange={(costCentres) => store.editRule({ costCentres })}
          />
        )}
        {draft.steps.map((step, at) => (
          <Step
            key={at}
            at={at}
            step={step}
            rules={rules}
            error={errors[`step${at}`]}
            only={draft.steps.length === 1}
          />
        ))}
        {draft.steps.length < maxApprovalSteps && (
          <Button className="max-md:h-11" onClick={store.addStep}>
            增加一步
          </Button>
        )}
      </div>
    </Dialog>
  )
}
