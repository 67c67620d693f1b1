import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { links } from '../../domain/links.ts'
import { date } from '../../domain/time.ts'
import type { Side } from '../../stores/accounts/company.ts'
import * as store from '../../stores/accounts/own-profile.ts'
import { Input } from '../../ui/Input.tsx'
import { Shown, card } from '../Shown.tsx'
import { CardSkeleton } from '../TableSkeleton.tsx'
import { FactList } from '../FactList.tsx'
import { FormSection } from '../FormSection.tsx'
import { TypedFormBox } from '../TypedFormBox.tsx'
import { useTypedForm } from '../use-typed-form.ts'
import { AvatarPicker } from './AvatarPicker.tsx'
import { UserCardPart } from './UserCardPart.tsx'

const inText = 'text-accent underline underline-offset-3'

const ProfileForm = ({ profile, side }: { profile: store.Profile; side: Side }) => {
  const form = useTypedForm(store.form)
  const security = side === 'buyer' ? links.buyerSecurity() : links.sellerSecurity()
  const change = (value: string, word: string) => (
    <>
      {value || '未绑定'}
      <a href={security} className={`ml-3 whitespace-nowrap ${inText}`}>
        {value ? `更换${word}` : `绑定${word}`}
      </a>
    </>
  )
  return (
    <TypedFormBox form={form} label="个人资料" submit="保存" onSubmit={() => void store.save()}>
      <FormSection number={1} title="基本资料">
        <div className="flex gap-6 max-md:flex-col">
          <AvatarPicker name={profile.realName || profile.loginName} picture={profile.avatar} />
          <div className="grid min-w-0 flex-1 items-start gap-5 md:grid-cols-2">
            <Input
              label="姓名"
              maxLength={20}
              autoComplete="name"
              hint="对他人显示时会掩码"
              {...form.text('realName')}
            />
            <Input label="职务" maxLength={30} placeholder="如：采购经理" {...form.text('jobTitle')} />
          </div>
        </div>
      </FormSection>
      <FormSection number={2} title="账号">
        <FactList
          facts={[
            { label: '登录名', value: profile.loginName },
            { label: '手机号', value: change(profile.mobile, '手机号') },
            { label: '所属企业', value: profile.companyName || '无' },
            { label: '邮箱', value: change(profile.email, '邮箱') },
            { label: '角色', value: profile.isOwner ? '主账号' : profile.roles.join('、') },
            { label: '注册时间', value: date(profile.createdAt) },
          ]}
        />
      </FormSection>
    </TypedFormBox>
  )
}

/** 个人资料: what one is called and looks like, how one signs in, the business card. */
export const PersonTab = ({ side }: { side: Side }) => {
  const state = useStore(store.profile)
  useEffect(() => void store.load(), [])
  return (
    <div className="space-y-4">
      <Shown
        state={state}
        what="个人资料"
        permission="corpCenter"
        onRetry={() => void store.load()}
        frame={card}
        skeleton={<CardSkeleton lines={8} className="min-h-[420px]" />}
      >
        {(profile) => <ProfileForm profile={profile} side={side} />}
      </Shown>
      <UserCardPart />
    </div>
  )
}
