import { useStore } from '@nanostores/react'
import * as forms from '../../../stores/accounts/sub-accounts/sub-account-form.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { Input } from '../../../ui/form/Input.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { toast } from '../../../ui/overlay/toast.ts'
import { useForm } from '../../form/use-form.ts'
import { FormDialog } from '../../form/FormDialog.tsx'
import { RolePicker } from '../roles/RolePicker.tsx'

const passwordHint = '8~64 位，含字母与数字，不用常见密码，不含登录名。请另行告知本人，并请其登录后修改'

const Made = ({ onMade }: { onMade: (password: string) => void }) => (
  <Button size="md" className="mt-7 max-md:h-11" onClick={() => onMade(forms.generatePassword())}>
    随机生成
  </Button>
)

const NewDialog = ({ onDone }: { onDone: () => void }) => {
  const form = useForm(forms.newAccountForm)
  const { values, text, error } = form
  if (values === null) return null
  const save = () =>
    void forms.newAccountForm.submit().then((made) => {
      if (made === undefined) return
      forms.newAccountForm.reset(forms.emptyAccount)
      forms.closeAccountDialog()
      toast.success('邀请短信已发出，对方接受后成为子账号')
      onDone()
    })
  return (
    <FormDialog
      keeps
      form={form}
      title="新增子账号"
      text="我们向该手机号发送邀请短信。本人验证手机号并设置密码后，才成为贵企业的子账号。"
      submit="发送邀请"
      onSubmit={save}
      onClose={forms.closeAccountDialog}
    >
      <div className="grid items-start gap-5 md:grid-cols-2">
        <Input label="姓名" required maxLength={20} autoComplete="off" {...text('realName')} />
        <Input label="职务" maxLength={30} placeholder="如：采购专员" autoComplete="off" {...text('jobTitle')} />
        <Input
          label="手机号"
          required
          inputMode="tel"
          maxLength={20}
          autoComplete="off"
          className="md:col-span-2"
          hint="本人的手机号；邀请 7 天内有效"
          {...text('mobile')}
        />
      </div>
      <RolePicker
        chosen={values.roleIds}
        onChange={(roleIds) => forms.newAccountForm.set('roleIds', roleIds)}
        error={error('roleIds')}
      />
    </FormDialog>
  )
}

const EditDialog = ({ name, isOwner, onDone }: { name: string; isOwner: boolean; onDone: () => void }) => {
  const form = useForm(forms.accountForm)
  const { values, text, error } = form
  if (values === null) return null
  const save = () =>
    void forms.accountForm.submit().then((saved) => {
      if (saved === undefined) return
      forms.closeAccountDialog()
      toast.success('账号已保存')
      onDone()
    })
  return (
    <FormDialog
      form={form}
      title={`编辑账号：${name}`}
      submit="保存"
      onSubmit={save}
      onClose={forms.closeAccountDialog}
    >
      <div className="grid items-start gap-5 md:grid-cols-2">
        <Input label="姓名" required maxLength={20} autoComplete="off" {...text('realName')} />
        <Input label="职务" maxLength={30} autoComplete="off" {...text('jobTitle')} />
      </div>
      {!isOwner && (
        <RolePicker
          chosen={values.roleIds}
          onChange={(roleIds) => forms.accountForm.set('roleIds', roleIds)}
          error={error('roleIds')}
        />
      )}
    </FormDialog>
  )
}

const ResetDialog = ({ name, onDone }: { name: string; onDone: () => void }) => {
  const form = useForm(forms.passwordResetForm)
  if (form.values === null) return null
  const save = () =>
    void forms.passwordResetForm.submit().then((saved) => {
      if (saved === undefined) return
      forms.closeAccountDialog()
      toast.success('密码已重设，该账号的登录已全部退出')
      onDone()
    })
  return (
    <FormDialog
      form={form}
      title={`重设密码：${name}`}
      submit="重设密码"
      onSubmit={save}
      onClose={forms.closeAccountDialog}
    >
      <Notice tone="act" title="该账号的登录会全部退出，须用新密码重新登录。" />
      <div className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-3">
        <Input
          label="新密码"
          required
          maxLength={32}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          hint={passwordHint}
          {...form.text('password')}
        />
        <Made onMade={(password) => forms.passwordResetForm.set('password', password)} />
      </div>
      <Input
        label="您自己的登录密码"
        required
        type="password"
        maxLength={128}
        autoComplete="current-password"
        hint="确认是您本人在操作"
        {...form.text('ownPassword')}
      />
    </FormDialog>
  )
}

/** The open dialog of the page: invitation, name and roles, or password reset. */
export const SubAccountDialogs = ({ onDone }: { onDone: () => void }) => {
  const now = useStore(forms.accountDialog)
  if (now.is === 'none') return null
  if (now.is === 'new') return <NewDialog onDone={onDone} />
  const name = now.account.realName || now.account.loginName
  if (now.is === 'reset') return <ResetDialog name={name} onDone={onDone} />
  return <EditDialog name={name} isOwner={now.account.isOwner} onDone={onDone} />
}
