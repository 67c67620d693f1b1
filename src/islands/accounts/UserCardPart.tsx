import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import * as store from '../../stores/accounts/user-card.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { Input } from '../../ui/Input.tsx'
import { Textarea } from '../../ui/Textarea.tsx'
import { FormSection } from '../FormSection.tsx'
import { Shown, card } from '../Shown.tsx'
import { CardSkeleton } from '../TableSkeleton.tsx'
import { TypedFormBox } from '../TypedFormBox.tsx'
import { useTypedForm } from '../use-typed-form.ts'

/** The card as others see it, while it is written. */
const Preview = ({ values, companyName }: { values: store.CardValues; companyName: string }) => {
  const lines = [values.mobile, values.email, values.wechat && `微信 ${values.wechat}`].filter(Boolean)
  return (
    <aside aria-label="名片预览" className="rounded-lg border border-line bg-surface-2 p-5">
      <p className="mb-3 text-sm text-ink-3">名片预览</p>
      <div className="flex gap-3">
        <Avatar name={values.name || '名片'} kind="person" size="lg" />
        <div className="min-w-0">
          <p className="text-lg font-semibold wrap-anywhere">{values.name || '--'}</p>
          <p className="text-sm text-ink-2 wrap-anywhere">
            {[values.department, values.jobTitle].filter(Boolean).join(' ') || '--'}
          </p>
        </div>
      </div>
      <p className="mt-3 font-medium wrap-anywhere">{companyName || '个人账号'}</p>
      <ul className="mt-2 space-y-1 text-sm text-ink-2">
        {lines.map((line) => (
          <li key={line} className="wrap-anywhere">
            {line}
          </li>
        ))}
      </ul>
      {values.intro && (
        <p className="mt-3 border-t border-line pt-3 text-sm text-ink-2 wrap-anywhere">{values.intro}</p>
      )}
    </aside>
  )
}

const CardForm = ({ companyName }: { companyName: string }) => {
  const form = useTypedForm(store.form)
  if (form.values === null) return null
  return (
    <TypedFormBox form={form} label="名片" submit="保存名片" quiet onSubmit={() => void store.save()}>
      <FormSection number={3} title="名片">
        <p className="mb-4 text-sm text-ink-3">同企业的同事可以看到；由您决定写上哪些联系方式。</p>
        <div className="grid items-start gap-6 desk:grid-cols-[minmax(0,1fr)_280px]">
          <div className="grid items-start gap-5 md:grid-cols-2">
            <Input label="名片姓名" required maxLength={20} {...form.text('name')} />
            <Input label="名片职务" maxLength={30} {...form.text('jobTitle')} />
            <Input label="部门" maxLength={30} {...form.text('department')} />
            <Input label="名片手机号" inputMode="tel" maxLength={30} {...form.text('mobile')} />
            <Input label="名片邮箱" inputMode="email" maxLength={100} {...form.text('email')} />
            <Input label="微信" maxLength={40} {...form.text('wechat')} />
            <Textarea
              className="md:col-span-2"
              label="简介"
              rows={3}
              maxLength={300}
              typed={form.values.intro.length}
              {...form.text('intro')}
            />
          </div>
          <Preview values={form.values} companyName={companyName} />
        </div>
      </FormSection>
    </TypedFormBox>
  )
}

/** 名片: what colleagues read of one. */
export const UserCardPart = () => {
  const state = useStore(store.card)
  useEffect(() => void store.load(), [])
  return (
    <Shown
      state={state}
      what="名片"
      permission="corpCenter"
      onRetry={() => void store.load()}
      frame={card}
      skeleton={<CardSkeleton lines={6} className="min-h-[320px]" />}
    >
      {({ companyName }) => <CardForm companyName={companyName} />}
    </Shown>
  )
}
