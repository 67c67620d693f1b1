import { useStore } from '@nanostores/react'
import { Copy } from 'lucide-react'
import { dateTime } from '../../domain/time.ts'
import * as store from '../../stores/accounts/invitations.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Input } from '../../ui/Input.tsx'
import { copyText } from '../copy-text.ts'
import { useTypedForm } from '../use-typed-form.ts'
import { FormDialog } from '../FormDialog.tsx'
import { RolePicker } from './RolePicker.tsx'

const InvitationForm = () => {
  const form = useTypedForm(store.form)
  const { values, text, fault } = form
  if (values === null) return null
  return (
    <FormDialog
      keeps
      form={form}
      title="邀请加入"
      text="生成一个七天内可用一次的链接，发给您的同事。"
      submit="生成链接"
      onSubmit={() => void store.make()}
      onClose={store.closeForm}
    >
      <Input
        label="手机号"
        inputMode="tel"
        maxLength={20}
        autoComplete="off"
        hint="填写后只有该手机号的人可以使用；不填则持有链接的人都可以"
        {...text('mobile')}
      />
      <RolePicker
        chosen={values.roleIds}
        onChange={(roleIds) => store.form.set('roleIds', roleIds)}
        error={fault('roleIds')}
      />
    </FormDialog>
  )
}

/** A new link: the form, then the link itself, which is shown this once. */
export const InvitationDialog = () => {
  const now = useStore(store.making)
  if (now.at === 'none') return null
  if (now.at !== 'made') return <InvitationForm />
  return (
    <Dialog
      open
      onClose={store.closeForm}
      width="md"
      form="sheet"
      title="邀请链接已生成"
      text={`有效至 ${dateTime(now.expiresAt)}，只能使用一次。关闭后不再显示，请现在复制。`}
      actions={
        <>
          <Button onClick={store.closeForm}>关闭</Button>
          <Button kind="main" data-autofocus onClick={() => void copyText(now.url, '链接')}>
            <Copy className="size-4" />
            复制链接
          </Button>
        </>
      }
    >
      <Input
        label="邀请链接"
        readOnly
        value={now.url}
        onFocus={(event) => event.target.select()}
        onChange={() => undefined}
      />
    </Dialog>
  )
}
