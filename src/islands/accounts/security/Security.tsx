import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { loadProfile, profile as state, type Profile } from '../../../stores/accounts/profile/own-profile.ts'
import * as store from '../../../stores/accounts/security/bind-email.ts'
import {
  reloadAfterChange,
  closeSecurityDialog,
  securityDialog,
  loadSecurityPage,
  openSecurityDialog,
} from '../../../stores/accounts/security/security.ts'
import { Input } from '../../../ui/form/Input.tsx'
import { Toaster } from '../../../ui/overlay/Toaster.tsx'
import { toast } from '../../../ui/overlay/toast.ts'
import { FormDialog } from '../../form/FormDialog.tsx'
import { cardFrame, AsyncContent } from '../../list/AsyncContent.tsx'
import { CardSkeleton } from '../../list/TableSkeleton.tsx'
import { useForm } from '../../form/use-form.ts'
import { ChangeMobile, ChangePassword } from './change-forms.tsx'
import { CodeFields } from './CodeFields.tsx'
import { PersonalData } from './PersonalData.tsx'
import { Reauthenticate } from './Reauthenticate.tsx'
import { SecurityHistory, SessionList } from './sessions.tsx'
import { TwoFactor } from './TwoFactor.tsx'
import { getAccountSafety, type SafetyPart } from '../../../domain/accounts/security-level.ts'
import { date } from '../../../domain/time.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { StateBadge } from '../../../ui/text/StateBadge.tsx'
import { StateShape } from '../../../ui/text/StateShape.tsx'

const advice: Record<SafetyPart, { readonly text: string; readonly does: string }> = {
  mobile: { text: '尚未绑定手机号：绑定后可用短信登录、找回密码。', does: '绑定手机号' },
  password: { text: '尚未设置登录密码：收不到短信时也能登录。', does: '设置密码' },
  email: { text: '尚未绑定邮箱：绑定后可收到订单、付款与安全通知的邮件。', does: '绑定邮箱' },
}

/** Security level of the account, with the most important recommendation. */
const SafetySummary = ({ profile }: { profile: Profile }) => {
  const { level, set, of, next } = getAccountSafety(profile)
  return (
    <section
      aria-label="安全等级"
      className="flex flex-wrap items-center gap-x-4 gap-y-3 rounded-lg border border-line bg-surface px-5 py-4"
    >
      <div className="min-w-0 flex-1 basis-64">
        <p className="flex items-center gap-2">
          <span className="text-lg font-semibold">账号安全等级</span>
          <StateBadge form="tint" tone={level.tone} label={level.label} />
          <span className="text-sm text-ink-3">
            已设置 {set} / {of} 项
          </span>
        </p>
        <p className="mt-1 text-ink-2">
          {next === null ? '密码、手机号与邮箱都已设置。请留意下方的登录设备与安全记录。' : advice[next].text}
        </p>
      </div>
      {next !== null && (
        <Button kind="main" className="max-md:w-full" onClick={() => openSecurityDialog(next, profile)}>
          {advice[next].does}
        </Button>
      )}
    </section>
  )
}

type RowProps = { title: string; set: boolean; value: string; note: string; does: string; onOpen: () => void }

const Row = ({ title, set, value, note, does, onOpen }: RowProps) => (
  <li className="flex items-center gap-3 border-t border-line px-5 py-4 first:border-t-0">
    <StateShape tone={set ? 'good' : 'mute'} />
    <div className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-6 gap-y-0.5">
      <span className="w-20 shrink-0 font-medium">{title}</span>
      <span className={`min-w-44 ${set ? '' : 'text-ink-3'}`}>{value}</span>
      <span className="text-sm text-ink-3 max-md:basis-full">{note}</span>
    </div>
    <Button size="sm" className="max-md:h-11" aria-label={`${does}${title}`} onClick={onOpen}>
      {does}
    </Button>
  </li>
)

/** Password, mobile and mail address, each with its state and a button to change it. */
const SafetyRows = ({ profile }: { profile: Profile }) => {
  const { hasPassword, passwordChangedAt, mobile, email } = profile
  const last = passwordChangedAt === null ? '建议定期更换，勿与其他网站相同' : `上次修改 ${date(passwordChangedAt)}`
  return (
    <section aria-labelledby="safety-rows" className="rounded-lg border border-line bg-surface">
      <h2 id="safety-rows" className="border-b border-line px-5 py-3 text-lg font-semibold">
        登录与验证
      </h2>
      <ul>
        <Row
          title="登录密码"
          set={hasPassword}
          value={hasPassword ? '已设置' : '未设置'}
          note={hasPassword ? last : '凭手机验证码设置'}
          does={hasPassword ? '修改' : '设置'}
          onOpen={() => openSecurityDialog('password', profile)}
        />
        <Row
          title="手机号"
          set={mobile !== ''}
          value={mobile || '未绑定'}
          note="用于登录、找回密码与接收重要通知"
          does={mobile === '' ? '绑定' : '更换'}
          onOpen={() => openSecurityDialog('mobile', profile)}
        />
        <Row
          title="邮箱"
          set={email !== ''}
          value={email || '未绑定'}
          note="用于接收通知与单据"
          does={email === '' ? '绑定' : '更换'}
          onOpen={() => openSecurityDialog('email', profile)}
        />
      </ul>
    </section>
  )
}

type BindEmailProps = {
  /** The bound address, masked; empty = none. */
  email: string
  demo: boolean
}

/** Binds a mail address, verified by a code sent to it. */
const BindEmail = ({ email, demo }: BindEmailProps) => {
  const form = useForm(store.emailForm)
  const word = email === '' ? '绑定邮箱' : '更换邮箱'
  const send = () =>
    void store.submitEmail().then((masked) => {
      if (masked === undefined) return
      toast.success(`邮箱已绑定为 ${masked}`)
      void reloadAfterChange()
    })
  return (
    <FormDialog
      form={form}
      title={word}
      text="邮箱用于接收通知与单据，不用于登录。"
      width="sm"
      submit={word}
      onSubmit={send}
      onClose={closeSecurityDialog}
    >
      <Input
        label={email === '' ? '邮箱' : '新邮箱'}
        required
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={100}
        {...form.text('email')}
      />
      <CodeFields
        label="邮件验证码"
        text={form.text}
        set={store.emailForm.set}
        captcha={store.emailCaptcha}
        sending={store.emailCode}
        place={form.values?.email ?? ''}
        fields={['email', 'captcha', 'smsCode']}
        onFaults={store.emailForm.setErrors}
        demo={demo}
      />
    </FormDialog>
  )
}

type Props = {
  /** Server time. */
  now: string
  /** In the demo codes are shown in the outbox. */
  demo: boolean
}

const Dialogs = ({ profile, demo }: { profile: Profile; demo: boolean }) => {
  const open = useStore(securityDialog)
  if (open === 'password') return <ChangePassword mobile={profile.mobile} demo={demo} />
  if (open === 'mobile') return <ChangeMobile mobile={profile.mobile} demo={demo} />
  return open === 'email' ? <BindEmail email={profile.email} demo={demo} /> : null
}

/** 安全设置: security level, password, mobile and mail address, sessions, history. */
export const Security = ({ now, demo }: Props) => {
  const profile = useStore(state)
  useEffect(() => void loadSecurityPage(), [])
  return (
    <>
      <h1 className="mb-4 text-2xl font-semibold">安全设置</h1>
      <div className="space-y-4">
        <AsyncContent
          state={profile}
          what="账号"
          permission="corpCenter"
          onRetry={() => void loadProfile()}
          frame={cardFrame}
          skeleton={
            <>
              <CardSkeleton lines={1} className="min-h-[86px]" />
              <CardSkeleton lines={5} className="min-h-[236px]" />
            </>
          }
        >
          {(content) => (
            <div className="space-y-4">
              <SafetySummary profile={content} />
              <SafetyRows profile={content} />
              <Dialogs profile={content} demo={demo} />
            </div>
          )}
        </AsyncContent>
        <TwoFactor onChanged={() => void reloadAfterChange()} />
        <SessionList now={now} />
        <PersonalData demo={demo} />
        <div className="pt-2">
          <SecurityHistory />
        </div>
      </div>
      <Reauthenticate demo={demo} />
      <Toaster />
    </>
  )
}
