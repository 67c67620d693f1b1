import { useStore } from '@nanostores/react'
import * as store from '../../../stores/accounts/security/change-mobile.ts'
import { proofCaptcha, proofCode, proofForm } from '../../../stores/accounts/security/mobile-proof.ts'
import { reloadAfterChange, closeSecurityDialog } from '../../../stores/accounts/security/security.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { Input } from '../../../ui/form/Input.tsx'
import { Radio } from '../../../ui/form/Radio.tsx'
import { Steps } from '../../../ui/navigation/Steps.tsx'
import { toast } from '../../../ui/overlay/toast.ts'
import { useForm } from '../../form/use-form.ts'
import { CodeFields } from './CodeFields.tsx'
import { FormDialog } from '../../form/FormDialog.tsx'
import { PasswordInput } from './PasswordInput.tsx'

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
        <CodeFields
          label="短信验证码"
          text={byCode.text}
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
