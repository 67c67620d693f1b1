import { useStore } from '@nanostores/react'
import { links } from '../../domain/links.ts'
import * as store from '../../stores/accounts/change-password.ts'
import { proofCaptcha, proofCode, proofForm } from '../../stores/accounts/own-proof.ts'
import { changed, close } from '../../stores/accounts/security.ts'
import { toast } from '../../ui/toast.ts'
import { useTypedForm } from '../use-typed-form.ts'
import { CodeFields } from './CodeFields.tsx'
import { FormDialog } from '../FormDialog.tsx'
import { PasswordInput } from './PasswordInput.tsx'
import { PasswordMeter } from './PasswordMeter.tsx'

const Prove = ({ mobile, demo }: { mobile: string; demo: boolean }) => {
  const form = useTypedForm(proofForm)
  return (
    <FormDialog
      form={form}
      title="设置登录密码"
      text={`先用绑定的手机号 ${mobile} 确认是您本人。`}
      width="sm"
      submit="下一步"
      onSubmit={() => void store.proceed()}
      onClose={close}
    >
      <CodeFields
        label="短信验证码"
        text={form.text}
        set={proofForm.set}
        captcha={proofCaptcha}
        sending={proofCode}
        fields={['captcha', 'smsCode']}
        onFaults={proofForm.mark}
        demo={demo}
      />
    </FormDialog>
  )
}

/** Another password, or the first one of an account that came without. */
export const ChangePassword = ({ mobile, demo }: { mobile: string; demo: boolean }) => {
  const form = useTypedForm(store.form)
  const step = useStore(store.step)
  const { loginName, first } = useStore(store.whose)
  if (step === 'prove') return <Prove mobile={mobile} demo={demo} />
  const send = () =>
    void store.send().then((ended) => {
      if (ended === undefined) return
      toast.good(`${first ? '登录密码已设置' : '登录密码已修改'}${ended > 0 ? `，其他 ${ended} 处登录已退出` : ''}`)
      void changed()
    })
  return (
    <FormDialog
      form={form}
      title={first ? '设置登录密码' : '修改登录密码'}
      text="完成后，其他设备上的登录会全部退出，本处保持登录。"
      width="sm"
      submit={first ? '设置密码' : '修改密码'}
      onSubmit={send}
      onClose={close}
    >
      {/* For the password manager: whose password this is. */}
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
