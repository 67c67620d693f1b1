import { useStore } from '@nanostores/react'
import { passwordRules, passwordStrength } from '../../../domain/accounts/password-rules.ts'
import { links } from '../../../domain/links.ts'
import * as store from '../../../stores/accounts/security/change-password.ts'
import { proofCaptcha, proofCode, proofForm } from '../../../stores/accounts/security/mobile-proof.ts'
import { reloadAfterChange, closeSecurityDialog } from '../../../stores/accounts/security/security.ts'
import { toast } from '../../../ui/overlay/toast.ts'
import { StateShape } from '../../../ui/text/StateShape.tsx'
import { FormDialog } from '../../form/FormDialog.tsx'
import { useForm } from '../../form/use-form.ts'
import { CodeFields } from './CodeFields.tsx'
import { PasswordInput } from './PasswordInput.tsx'

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

const Prove = ({ mobile, demo }: { mobile: string; demo: boolean }) => {
  const form = useForm(proofForm)
  return (
    <FormDialog
      form={form}
      title="设置登录密码"
      text={`先用绑定的手机号 ${mobile} 确认是您本人。`}
      width="sm"
      submit="下一步"
      onSubmit={() => void store.continuePasswordChange()}
      onClose={closeSecurityDialog}
    >
      <CodeFields
        label="短信验证码"
        text={form.text}
        set={proofForm.set}
        captcha={proofCaptcha}
        sending={proofCode}
        fields={['captcha', 'smsCode']}
        onFaults={proofForm.setErrors}
        demo={demo}
      />
    </FormDialog>
  )
}

/** Changes the password, or sets the first one of an account without a password. */
export const ChangePassword = ({ mobile, demo }: { mobile: string; demo: boolean }) => {
  const form = useForm(store.passwordForm)
  const step = useStore(store.passwordStep)
  const { loginName, first } = useStore(store.passwordOwner)
  if (step === 'prove') return <Prove mobile={mobile} demo={demo} />
  const send = () =>
    void store.submitPassword().then((ended) => {
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
