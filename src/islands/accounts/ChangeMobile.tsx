import { useStore } from '@nanostores/react'
import * as store from '../../stores/accounts/change-mobile.ts'
import { proofCaptcha, proofCode, proofForm } from '../../stores/accounts/own-proof.ts'
import { changed, close } from '../../stores/accounts/security.ts'
import { Button } from '../../ui/Button.tsx'
import { Input } from '../../ui/Input.tsx'
import { Radio } from '../../ui/Radio.tsx'
import { Steps } from '../../ui/Steps.tsx'
import { toast } from '../../ui/toast.ts'
import { useTypedForm } from '../use-typed-form.ts'
import { CodeFields } from './CodeFields.tsx'
import { FormDialog } from '../FormDialog.tsx'
import { PasswordInput } from './PasswordInput.tsx'

type Props = {
  /** The number that is bound, masked; empty = none. */
  mobile: string
  demo: boolean
}

const steps = [{ label: '确认本人' }, { label: '验证新手机号' }]

const Ways = ({ mobile }: { mobile: string }) => {
  const ways = useStore(store.ways)
  const way = useStore(store.way)
  if (ways.length < 2) return null
  const words = { code: `原手机号 ${mobile}`, password: '登录密码' }
  return (
    <Radio
      label="用什么确认"
      options={ways.map((value) => ({ value, label: words[value] }))}
      value={way}
      onChange={store.chooseWay}
    />
  )
}

const Prove = ({ mobile, demo }: Props) => {
  const way = useStore(store.way)
  const byCode = useTypedForm(proofForm)
  const byPassword = useTypedForm(store.form)
  const dialog = {
    title: '更换手机号',
    text: '为保护账号，请先确认是您本人。',
    submit: '下一步',
    onSubmit: () => void store.proceed(),
    onClose: close,
    width: 'sm' as const,
  }
  if (way === 'code') {
    return (
      <FormDialog form={byCode} {...dialog}>
        <Steps steps={steps} current={0} />
        <Ways mobile={mobile} />
        <CodeFields
          label="短信验证码"
          text={byCode.text}
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

/** Another number: who one is first, then the new number. */
export const ChangeMobile = ({ mobile, demo }: Props) => {
  const form = useTypedForm(store.form)
  const step = useStore(store.step)
  const ways = useStore(store.ways)
  if (step === 'prove') return <Prove mobile={mobile} demo={demo} />
  const word = mobile === '' ? '绑定手机号' : '更换手机号'
  const send = () =>
    void store.send().then((masked) => {
      if (masked === undefined) return
      toast.good(`手机号已${mobile === '' ? '绑定' : '更换'}为 ${masked}`)
      void changed()
    })
  return (
    <FormDialog
      form={form}
      title={word}
      text="新手机号用于登录、找回密码和接收重要通知。"
      width="sm"
      submit={word}
      onSubmit={send}
      onClose={close}
    >
      {ways.length > 0 && (
        <>
          <Steps steps={steps} current={1} />
          <Button kind="link" size="sm" className="px-0!" onClick={store.back}>
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
        set={store.form.set}
        captcha={store.newCaptcha}
        sending={store.newCode}
        place={form.values?.mobile ?? ''}
        fields={['mobile', 'captcha', 'smsCode']}
        onFaults={store.form.mark}
        demo={demo}
      />
    </FormDialog>
  )
}
