import * as store from '../../stores/accounts/bind-email.ts'
import { changed, close } from '../../stores/accounts/security.ts'
import { Input } from '../../ui/Input.tsx'
import { toast } from '../../ui/toast.ts'
import { useTypedForm } from '../use-typed-form.ts'
import { CodeFields } from './CodeFields.tsx'
import { FormDialog } from '../FormDialog.tsx'

type Props = {
  /** The address that is bound, masked; empty = none. */
  email: string
  demo: boolean
}

/** A mail address, proven by the code that goes there. */
export const BindEmail = ({ email, demo }: Props) => {
  const form = useTypedForm(store.form)
  const word = email === '' ? '绑定邮箱' : '更换邮箱'
  const send = () =>
    void store.send().then((masked) => {
      if (masked === undefined) return
      toast.good(`邮箱已绑定为 ${masked}`)
      void changed()
    })
  return (
    <FormDialog
      form={form}
      title={word}
      text="邮箱用于接收通知与单据，不用于登录。"
      width="sm"
      submit={word}
      onSubmit={send}
      onClose={close}
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
        set={store.form.set}
        captcha={store.emailCaptcha}
        sending={store.emailCode}
        place={form.values?.email ?? ''}
        fields={['email', 'captcha', 'smsCode']}
        onFaults={store.form.mark}
        demo={demo}
      />
    </FormDialog>
  )
}
