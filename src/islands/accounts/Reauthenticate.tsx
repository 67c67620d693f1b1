import { useStore } from '@nanostores/react'
import * as store from '../../stores/accounts/reauthenticate.ts'
import { Radio } from '../../ui/Radio.tsx'
import { FormDialog } from '../FormDialog.tsx'
import { useTypedForm } from '../use-typed-form.ts'
import { CodeFields } from './CodeFields.tsx'
import { PasswordInput } from './PasswordInput.tsx'

/** Asks for the password or a code before something that a stolen session must not do. One for every such change of a page. */
export const Reauthenticate = ({ demo }: { demo: boolean }) => {
  const asked = useStore(store.asked)
  const way = useStore(store.way)
  const form = useTypedForm(store.form)
  if (asked === null) return null
  const words = { code: `手机号 ${asked.mobile}`, password: '登录密码' }
  return (
    <FormDialog
      form={form}
      title="确认是您本人"
      text="此操作影响账号或资金安全，请先确认身份。确认后 10 分钟内无需再次确认，已填写的内容不会丢失。"
      width="sm"
      submit="确认"
      onSubmit={() => void store.prove()}
      onClose={store.cancel}
      keeps
    >
      {asked.ways.length > 1 && (
        <Radio
          label="用什么确认"
          options={asked.ways.map((value) => ({ value, label: words[value] }))}
          value={way}
          onChange={store.chooseWay}
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
          set={store.form.set}
          captcha={store.captcha}
          sending={store.sending}
          fields={['captcha', 'smsCode']}
          onFaults={store.form.mark}
          demo={demo}
        />
      )}
    </FormDialog>
  )
}
