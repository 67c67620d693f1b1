import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import * as store from '../../stores/accounts/legal-person.ts'
import { Input } from '../../ui/Input.tsx'
import { Select } from '../../ui/Select.tsx'
import { FormSection } from '../FormSection.tsx'
import { Shown, card } from '../Shown.tsx'
import { CardSkeleton } from '../TableSkeleton.tsx'
import { TypedFormBox } from '../TypedFormBox.tsx'
import { useTypedForm } from '../use-typed-form.ts'

const idTypes = [
  { value: 'id_card', label: '居民身份证' },
  { value: 'passport', label: '护照' },
  { value: 'permit', label: '港澳台居民证件' },
] as const

const LegalPersonForm = () => {
  const form = useTypedForm(store.form)
  if (form.values === null) return null
  return (
    <TypedFormBox form={form} label="法定代表人" submit="保存" onSubmit={() => void store.save()}>
      <FormSection title="法定代表人">
        <div className="grid items-start gap-5 md:grid-cols-2">
          <Input label="姓名" required maxLength={30} hint="与营业执照一致" {...form.text('name')} />
          <Select
            label="证件类型"
            options={idTypes}
            value={form.values.idType}
            onChange={(type) => store.form.set('idType', type)}
          />
          <Input
            label="证件号码"
            maxLength={30}
            autoComplete="off"
            hint="保存后只显示首尾；带 * 表示沿用已保存的号码"
            {...form.text('idNo')}
          />
          <Input
            label="手机号"
            inputMode="tel"
            maxLength={30}
            hint="带 * 表示沿用已保存的号码"
            {...form.text('mobile')}
          />
          <Input label="邮箱" inputMode="email" maxLength={100} {...form.text('email')} />
        </div>
      </FormSection>
    </TypedFormBox>
  )
}

/** 法定代表人 of the company. */
export const LegalPersonTab = () => {
  const state = useStore(store.legalPerson)
  useEffect(() => void store.load(), [])
  return (
    <Shown
      state={state}
      what="法定代表人"
      permission="corporate_credit"
      onRetry={() => void store.load()}
      frame={card}
      skeleton={<CardSkeleton lines={6} className="min-h-[340px]" />}
    >
      {() => <LegalPersonForm />}
    </Shown>
  )
}
