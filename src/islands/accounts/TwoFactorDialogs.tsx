import * as store from '../../stores/accounts/two-factor.ts'
import type { TypedForm } from '../../stores/typed-form.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Input } from '../../ui/Input.tsx'
import { toast } from '../../ui/toast.ts'
import { qrPath } from '../../ui/qr-path.ts'
import { FormDialog } from '../FormDialog.tsx'
import { useTypedForm } from '../use-typed-form.ts'

/** A secret as it is typed off: groups of four. */
const grouped = (secret: string) => secret.replace(/(.{4})(?=.)/g, '$1 ')

const Qr = ({ text }: { text: string }) => {
  const { size, path } = qrPath(text, 'M')
  return (
    <svg
      viewBox={`0 0 ${size} ${size}`}
      className="size-44 rounded-lg border border-line bg-white p-2"
      role="img"
      aria-label="两步验证的二维码"
      shapeRendering="crispEdges"
    >
      <path d={path} fill="#000" />
    </svg>
  )
}

type EnrolProps = { enrolment: { secret: string; uri: string }; onSend: () => void }

/** The secret as a QR code and as text, and the first code as the proof that it was taken over. */
export const EnrolDialog = ({ enrolment: { secret, uri }, onSend }: EnrolProps) => {
  const form = useTypedForm(store.confirmForm)
  return (
    <FormDialog
      form={form}
      title="开启两步验证"
      text="请用手机上的验证器应用（支持 TOTP 的均可）扫描二维码，再输入应用显示的 6 位动态码。开启后，其他登录将退出。"
      width="sm"
      submit="开启"
      onSubmit={onSend}
      onClose={store.close}
    >
      <div className="flex flex-col items-center gap-3">
        <Qr text={uri} />
        <p className="text-center text-sm text-ink-2">
          不能扫码时，请手工输入密钥：
          <span className="block font-mono break-all text-ink select-all">{grouped(secret)}</span>
        </p>
      </div>
      <Input
        label="动态码"
        required
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={6}
        {...form.text('code')}
      />
    </FormDialog>
  )
}

type CodeProps<O> = {
  form: TypedForm<store.CodeValues, O>
  title: string
  text: string
  submit: string
  danger?: boolean
  onSend: () => void
}

/** A code before the second step is changed. */
export const CodeDialog = <O,>({ form: typed, title, text, submit, danger, onSend }: CodeProps<O>) => {
  const form = useTypedForm(typed)
  return (
    <FormDialog
      form={form}
      title={title}
      text={text}
      width="sm"
      submit={submit}
      danger={danger}
      onSubmit={onSend}
      onClose={store.close}
    >
      <Input
        label="动态码或恢复码"
        required
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={20}
        {...form.text('code')}
      />
    </FormDialog>
  )
}

/** The recovery codes, which nobody can show again. */
export const RecoveryCodes = ({ codes }: { codes: readonly string[] }) => {
  const copy = () =>
    void navigator.clipboard.writeText(codes.join('\n')).then(
      () => toast.good('恢复码已复制'),
      () => toast.bad('复制失败，请手工抄录'),
    )
  return (
    <Dialog
      open
      onClose={store.close}
      title="请保存恢复码"
      text="验证器不在身边时，每个恢复码可代替动态码使用一次。恢复码只显示这一次，请保存在安全的地方。"
      width="sm"
      actions={
        <>
          <Button onClick={copy}>复制</Button>
          <Button kind="main" onClick={store.close}>
            已保存
          </Button>
        </>
      }
    >
      <ul className="grid grid-cols-2 gap-x-4 gap-y-2 rounded-lg border border-line bg-ground px-4 py-3 font-mono max-md:grid-cols-1">
        {codes.map((code) => (
          <li key={code} className="whitespace-nowrap tabular-nums select-all">
            {code}
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
