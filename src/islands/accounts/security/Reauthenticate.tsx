import { useStore } from '@nanostores/react'
import * as store from '../../../stores/accounts/security/reauthenticate.ts'
import { Radio } from '../../../ui/form/Radio.tsx'
import { FormDialog } from '../../form/FormDialog.tsx'
import { useForm } from '../../form/use-form.ts'
import { CodeFields } from './CodeFields.tsx'
import { PasswordInput } from './PasswordInput.tsx'

/**
 * Prompts for the password or a code before sensitive changes, which protects against stolen sessions. One instance per
 * page.
 */
export const Reauthenticate = ({ demo }: { demo: boolean }) => {
  const asked = useStore(store.reauthenticationRequest)
  const way = useStore(store.reauthenticationMethod)
  const form = useForm(store.reauthenticationForm)
  if (asked === null) return null
  const words = { code: `手机号 ${asked.mobile}`, password: '登录密码' }
  return (
    <FormDialog
      form={form}
      title="确认是您本人"
      text="此操作影响账号或资金安全，请先确认身份。确认后 10 分钟内无需再次确认，已填写的内容不会丢失。"
      width="sm"
      submit="确认"
      onSubmit={() => void store.submitReauthentication()}
      onClose={store.cancelReauthentication}
      keeps
    >
      {asked.ways.length > 1 && (
        <Radio
          label="用什么确认"
          options={asked.ways.map((value) => ({ value, label: words[value] }))}
          value={way}
          onChange={store.chooseReauthenticationMethod}
        />
      )}
      {way === 'password' ? (
        <PasswordInput
          label="登录密码"
          required
          maxLength={128}
          autoComplete="current-password"
          {...form.text('password')}
        />
      ) : (
        <CodeFields
          label="短信验证码"
          text={form.text}
          set={store.reauthenticationForm.set}
          captcha={store.reauthenticationCaptcha}
          sending={store.reauthenticationCode}
          fields={['captcha', 'smsCode']}
          onFaults={store.reauthenticationForm.setErrors}
          demo={demo}
        />
      )}
    </FormDialog>
  )
}
