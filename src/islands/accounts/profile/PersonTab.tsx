import { useStore } from '@nanostores/react'
import { useEffect, useRef } from 'react'
import { links } from '../../../domain/links.ts'
import { acceptOf, fileRules } from '../../../domain/operations/file-rules.ts'
import { date } from '../../../domain/time.ts'
import * as store from '../../../stores/accounts/profile/own-profile.ts'
import { avatarUpload, setAvatar } from '../../../stores/accounts/profile/own-profile.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { Input } from '../../../ui/form/Input.tsx'
import { toast } from '../../../ui/overlay/toast.ts'
import { FactList } from '../../FactList.tsx'
import { FormSection } from '../../form/FormSection.tsx'
import { cardFrame, AsyncContent } from '../../list/AsyncContent.tsx'
import { CardSkeleton } from '../../list/TableSkeleton.tsx'
import { FormFrame } from '../../form/FormFrame.tsx'
import { useForm } from '../../form/use-form.ts'
import { Avatar } from '../../../ui/picture/Avatar.tsx'
import { Textarea } from '../../../ui/form/Textarea.tsx'
import type { Side } from '../../../domain/sides.ts'

/** Preview of the business card while it is edited. */
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
  const form = useForm(store.businessCardForm)
  if (form.values === null) return null
  return (
    <FormFrame form={form} label="名片" submit="保存名片" quiet onSubmit={() => void store.saveBusinessCard()}>
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
    </FormFrame>
  )
}

/** 名片: the business card shown to colleagues. */
const BusinessCardSection = () => {
  const state = useStore(store.businessCard)
  useEffect(() => void store.loadBusinessCard(), [])
  return (
    <AsyncContent
      state={state}
      what="名片"
      permission="corpCenter"
      onRetry={() => void store.loadBusinessCard()}
      frame={cardFrame}
      skeleton={<CardSkeleton lines={6} className="min-h-[320px]" />}
    >
      {({ companyName }) => <CardForm companyName={companyName} />}
    </AsyncContent>
  )
}

/** Avatar, cropped to a circle; a new one is saved at once. */
const AvatarPicker = ({ name, picture }: { name: string; picture: string }) => {
  const [item] = useStore(avatarUpload.items)
  const input = useRef<HTMLInputElement>(null)
  const sending = item?.at === 'sending'
  const back = () =>
    void setAvatar('').then((done) =>
      done ? toast.success('已恢复默认头像') : toast.error('头像保存失败，请稍后重试'),
    )
  return (
    <div className="w-32 shrink-0">
      <p className="mb-1.5 font-medium">头像</p>
      <span className="grid size-24 place-items-center overflow-hidden rounded-full bg-surface-3 text-3xl font-medium text-ink-2">
        {picture ? <img src={picture} alt={`${name} 的头像`} className="size-full object-cover" /> : [...name][0]}
      </span>
      <div className="mt-3 flex flex-wrap gap-x-3 gap-y-1">
        <Button size="sm" busy={sending} className="max-md:h-11" onClick={() => input.current?.click()}>
          {sending ? `${item.percent}%` : '更换头像'}
        </Button>
        {picture && !sending && (
          <Button kind="link" size="sm" onClick={back}>
            恢复默认
          </Button>
        )}
      </div>
      <p className={`mt-2 text-sm ${item?.at === 'failed' ? 'text-bad' : 'text-ink-3'}`} role="status">
        {item?.at === 'failed' ? item.reason : fileRules.avatar.words}
        {item?.at === 'failed' && item.canRetry && (
          <button
            type="button"
            className="ml-2 text-accent hover:underline max-md:min-h-11"
            onClick={() => avatarUpload.retry(item.id)}
          >
            重传
          </button>
        )}
      </p>
      <input
        ref={input}
        type="file"
        hidden
        aria-label="选择头像图片"
        accept={acceptOf('avatar')}
        onChange={(event) => {
          avatarUpload.add([...(event.target.files ?? [])])
          event.target.value = ''
        }}
      />
    </div>
  )
}

const inText = 'text-accent underline underline-offset-3'

const ProfileForm = ({ profile, side }: { profile: store.Profile; side: Side }) => {
  const form = useForm(store.profileForm)
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
    <FormFrame form={form} label="个人资料" submit="保存" onSubmit={() => void store.saveProfile()}>
      <FormSection number={1} title="基本资料">
        <div className="flex gap-6 max-md:flex-col">
          <AvatarPicker name={profile.realName || profile.loginName} picture={profile.avatar} />
          <div className="grid min-w-0 flex-1 items-start gap-5 md:grid-cols-2">
            <Input
              label="姓名"
              maxLength={20}
              autoComplete="name"
              hint="对他人展示时部分隐藏"
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
    </FormFrame>
  )
}

/** 个人资料: name and avatar, login details, business card. */
export const PersonTab = ({ side }: { side: Side }) => {
  const state = useStore(store.profile)
  useEffect(() => void store.loadProfile(), [])
  return (
    <div className="space-y-4">
      <AsyncContent
        state={state}
        what="个人资料"
        permission="corpCenter"
        onRetry={() => void store.loadProfile()}
        frame={cardFrame}
        skeleton={<CardSkeleton lines={8} className="min-h-[420px]" />}
      >
        {(profile) => <ProfileForm profile={profile} side={side} />}
      </AsyncContent>
      <BusinessCardSection />
    </div>
  )
}
