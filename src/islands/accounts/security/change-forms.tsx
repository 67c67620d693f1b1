import { useStore } from '@nanostores/react'
import * as store from '../../../stores/accounts/security/change-mobile.ts'
import { proofCaptcha, proofCode, proofForm, type CodeValues } from '../../../stores/accounts/security/mobile-proof.ts'
import { reloadAfterChange, closeSecurityDialog } from '../../../stores/accounts/security/security.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { Input } from '../../../ui/form/Input.tsx'
import { Radio } from '../../../ui/form/Radio.tsx'
import { Steps } from '../../../ui/navigation/Steps.tsx'
import { toast } from '../../../ui/overlay/toast.ts'
import { useForm, type FormBindings } from '../../form/use-form.ts'
import { CodeFields } from './CodeFields.tsx'
import { FormDialog } from '../../form/FormDialog.tsx'
import { PasswordInput } from './PasswordInput.tsx'
import { passwordRules, passwordStrength } from '../../../domain/accounts/password-rules.ts'
import { links } from '../../../domain/links.ts'
import * as changePassword from '../../../stores/accounts/security/change-password.ts'
import { StateShape } from '../../../ui/text/StateShape.tsx'

type Props = {
  /** The bound number, masked; empty = none. */
  mobile: string
  demo: boolean
}

const steps = [{ label: '确认本人' }, { label: '验证新手机号' }]

const Ways = ({ mobile }: { mobile: string }) => {
  const ways = useStore(store.proofMethods)
  const way = useStore(store.proofMethod)
  if (ways.length < 2) return null
  const words = { code: `原手机号 ${mobile}`, password: '登录密码' }
  return (
    <Radio
      label="用什么确认"
      options={ways.map((value) => ({ value, label: words[value] }))}
      value={way}
      onChange={store.chooseProofMethod}
    />
  )
}

/** The code sent to the current mobile number. */
const ProofCode = ({ text, demo }: { text: FormBindings<CodeValues>['text']; demo: boolean }) => (
  <CodeFields
    label="短信验证码"
    text={text}
    set={proofForm.set}
    captcha={proofCaptcha}
    sending={proofCode}
    fields={['captcha', 'smsCode']}
    onFaults={proofForm.setErrors}
    demo={demo}
  />
)

const Prove = ({ mobile, demo }: Props) => {
  const way = useStore(store.proofMethod)
  const byCode = useForm(proofForm)
  const byPassword = useForm(store.mobileForm)
  const dialog = {
    title: '更换手机号',
    text: '为保护账号，请先确认是您本人。',
    submit: '下一步',
    onSubmit: () => void store.continueMobileChange(),
    onClose: closeSecurityDialog,
    width: 'sm' as const,
  }
  if (way === 'code') {
    return (
      <FormDialog form={byCode} {...dialog}>
        <Steps steps={steps} current={0} />
        <Ways mobile={mobile} />
        <ProofCode text={byCode.text} demo={demo} />
      </FormDialog>
    )
  }
  return (
    <FormDialog form={byPassword} {...dialog}>
      <Steps steps={steps} current={0} />
      <Ways mobile={mobile} />
      <PasswordInput
        label="登录密码"
        required
        maxLength={128}
        autoComplete="current-password"
        {...byPassword.text('password')}
      />
    </FormDialog>
  )
}

/** Changes the mobile number: verify the user, then enter the new number. */
export const ChangeMobile = ({ mobile, demo }: Props) => {
  const form = useForm(store.mobileForm)
  const step = useStore(store.mobileStep)
  const ways = useStore(store.proofMethods)
  if (step === 'prove') return <Prove mobile={mobile} demo={demo} />
  const word = mobile === '' ? '绑定手机号' : '更换手机号'
  const send = () =>
    void store.submitMobile().then((masked) => {
      if (masked === undefined) return
      toast.success(`手机号已${mobile === '' ? '绑定' : '更换'}为 ${masked}`)
      void reloadAfterChange()
    })
  return (
    <FormDialog
      form={form}
      title={word}
      text="新手机号用于登录、找回密码和接收重要通知。"
      width="sm"
      submit={word}
      onSubmit={send}
      onClose={closeSecurityDialog}
    >
      {ways.length > 0 && (
        <>
          <Steps steps={steps} current={1} />
          <Button kind="link" size="sm" className="px-0!" onClick={store.backToProof}>
            返回上一步
          </Button>
        </>
      )}
      <Input
        label="新手机号"
        required
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        maxLength={30}
        {...form.text('mobile')}
      />
      <CodeFields
        label="短信验证码"
        text={form.text}
        set={store.mobileForm.set}
        captcha={store.newCaptcha}
        sending={store.newCode}
        place={form.values?.mobile ?? ''}
        fields={['mobile', 'captcha', 'smsCode']}
        onFaults={store.mobileForm.setErrors}
        demo={demo}
      />
    </FormDialog>
  )
}

const words = ['--', '弱', '中', '强'] as const
const colours = ['', 'bg-warn', 'bg-good', 'bg-good'] as const

/** Strength of a new password, and the rules that it meets. */
const PasswordMeter = ({ password, loginName }: { password: string; loginName: string }) => {
  const strength = passwordStrength(password, { loginName })
  return (
    <div>
      <div className="flex items-center gap-2">
        <span className="flex flex-1 gap-1" aria-hidden>
          {[1, 2, 3].map((bar) => (
            <i
              key={bar}
              className={`h-1 flex-1 rounded-full ${bar <= strength ? colours[strength] : 'bg-surface-3'}`}
            />
          ))}
        </span>
        <span className="text-xs text-ink-3">强度：{words[strength]}</span>
      </div>
      <ul className="mt-2 grid grid-cols-2 gap-y-1 text-sm text-ink-2" aria-label="密码的要求">
        {passwordRules(password, { loginName }).map(({ rule, met }) => (
          <li key={rule} className="flex items-center gap-1.5">
            <StateShape tone={met ? 'good' : 'mute'} className="size-3.5" />
            {rule}
            <span className="sr-only">{met ? '，已满足' : '，未满足'}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}

const ProvePerson = ({ mobile, demo }: { mobile: string; demo: boolean }) => {
  const form = useForm(proofForm)
  return (
    <FormDialog
      form={form}
      title="设置登录密码"
      text={`先用绑定的手机号 ${mobile} 确认是您本人。`}
      width="sm"
      submit="下一步"
      onSubmit={() => void changePassword.continuePasswordChange()}
      onClose={closeSecurityDialog}
    >
      <ProofCode text={form.text} demo={demo} />
    </FormDialog>
  )
}

/** Changes the password, or sets the first one of an account without a password. */
export const ChangePassword = ({ mobile, demo }: { mobile: string; demo: boolean }) => {
  const form = useForm(changePassword.passwordForm)
  const step = useStore(changePassword.passwordStep)
  const { loginName, first } = useStore(changePassword.passwordOwner)
  if (step === 'prove') return <ProvePerson mobile={mobile} demo={demo} />
  const send = () =>
    void changePassword.submitPassword().then((ended) => {
      if (ended === undefined) return
      toast.success(`${first ? '登录密码已设置' : '登录密码已修改'}${ended > 0 ? `，其他 ${ended} 处登录已退出` : ''}`)
      void reloadAfterChange()
    })
  return (
    <FormDialog
      form={form}
      title={first ? '设置登录密码' : '修改登录密码'}
      text="完成后，其他设备上的登录会全部退出，本处保持登录。"
      width="sm"
      submit={first ? '设置密码' : '修改密码'}
      onSubmit={send}
      onClose={closeSecurityDialog}
    >
      {/* For password managers: the account of this password. */}
      <input type="text" name="username" autoComplete="username" value={loginName} readOnly hidden />
      {!first && (
        <div>
          <PasswordInput
            label="当前密码"
            required
            maxLength={128}
            autoComplete="current-password"
            {...form.text('oldPassword')}
          />
          <a href={links.resetPassword()} className="mt-1.5 inline-block text-sm text-accent hover:underline">
            忘记当前密码
          </a>
        </div>
      )}
      <div className="space-y-2">
        <PasswordInput
          label="新密码"
          required
          maxLength={32}
          autoComplete="new-password"
          {...form.text('newPassword')}
        />
        <PasswordMeter password={form.values?.newPassword ?? ''} loginName={loginName} />
      </div>
      <PasswordInput
        label="再次输入新密码"
        required
        maxLength={32}
        autoComplete="new-password"
        {...form.text('again')}
      />
    </FormDialog>
  )
}
