import { useStore } from '@nanostores/react'
import { date } from '../../../domain/time.ts'
import * as store from '../../../stores/accounts/security/two-factor.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { toast } from '../../../ui/overlay/toast.ts'
import { cardFrame, AsyncContent } from '../../list/AsyncContent.tsx'
import { CardSkeleton } from '../../list/TableSkeleton.tsx'
import type { FormStore } from '../../../stores/form-store.ts'
import { Dialog } from '../../../ui/overlay/Dialog.tsx'
import { Input } from '../../../ui/form/Input.tsx'
import { QrCode } from '../../../ui/picture/QrCode.tsx'
import { FormDialog } from '../../form/FormDialog.tsx'
import { useForm } from '../../form/use-form.ts'

/** Formats a secret in groups of four for typing. */
const grouped = (secret: string) => secret.replace(/(.{4})(?=.)/g, '$1 ')

type EnrolProps = { enrolment: { secret: string; uri: string }; onSend: () => void }

/** The secret as QR code and text, and the first code as confirmation. */
const EnrolDialog = ({ enrolment: { secret, uri }, onSend }: EnrolProps) => {
  const form = useForm(store.confirmForm)
  return (
    <FormDialog
      form={form}
      title="开启两步验证"
      text="请用手机上的验证器应用（支持 TOTP 的均可）扫描二维码，再输入应用显示的 6 位动态码。开启后，其他登录将退出。"
      width="sm"
      submit="开启"
      onSubmit={onSend}
      onClose={store.closeTwoFactorDialog}
    >
      <div className="flex flex-col items-center gap-3">
        <QrCode text={uri} label="两步验证的二维码" className="size-44 rounded-lg border border-line bg-white p-2" />
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
  form: FormStore<store.TotpValues, O>
  title: string
  text: string
  submit: string
  danger?: boolean
  onSend: () => void
}

/** Dialog that requires a code before two-factor authentication is changed. */
const CodeDialog = <O,>({ form: typed, title, text, submit, danger, onSend }: CodeProps<O>) => {
  const form = useForm(typed)
  return (
    <FormDialog
      form={form}
      title={title}
      text={text}
      width="sm"
      submit={submit}
      danger={danger}
      onSubmit={onSend}
      onClose={store.closeTwoFactorDialog}
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

/** The recovery codes, shown only once. */
const RecoveryCodes = ({ codes }: { codes: readonly string[] }) => {
  const copy = () =>
    void navigator.clipboard.writeText(codes.join('\n')).then(
      () => toast.success('恢复码已复制'),
      () => toast.error('复制失败，请手工抄录'),
    )
  return (
    <Dialog
      open
      onClose={store.closeTwoFactorDialog}
      title="请保存恢复码"
      text="验证器不在身边时，每个恢复码可代替动态码使用一次。恢复码只显示这一次，请保存在安全的地方。"
      width="sm"
      actions={
        <>
          <Button onClick={copy}>复制</Button>
          <Button kind="main" onClick={store.closeTwoFactorDialog}>
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

const begin = () =>
  void store.startEnrolment().then((refused) => {
    if (refused !== undefined) toast.error(refused)
  })

const State = ({ now: { since, codesLeft, required } }: { now: store.TwoFactor }) => (
  <section aria-labelledby="two-factor" className="rounded-lg border border-line bg-surface">
    <h2 id="two-factor" className="border-b border-line px-5 py-3 text-lg font-semibold">
      两步验证
    </h2>
    <div className="space-y-4 px-5 py-4">
      {required && since === null && (
        <Notice tone="act" title="请先开启两步验证">
          平台运营账号须开启两步验证，开启后才能使用平台运营功能。
        </Notice>
      )}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
        <p className="min-w-0 flex-1 basis-64 text-ink-2">
          {since === null
            ? '登录时除密码或短信验证码外，还需输入手机验证器上的动态码。密码泄露时，他人也无法登录。'
            : `已于 ${date(since)} 开启，还剩 ${codesLeft} 个恢复码。`}
        </p>
        {since === null ? (
          <Button kind="main" className="max-md:w-full" onClick={begin}>
            开启两步验证
          </Button>
        ) : (
          <div className="flex gap-3 max-md:w-full max-md:flex-col">
            <Button onClick={store.startRenewal}>更换恢复码</Button>
            {!required && <Button onClick={store.startRemoval}>关闭两步验证</Button>}
          </div>
        )}
      </div>
    </div>
  </section>
)

type Props = {
  /** Reloads sessions and history. */
  onChanged: () => void
}

/** 两步验证 of the user's account: state, enable, disable. */
export const TwoFactor = ({ onChanged }: Props) => {
  const now = useStore(store.twoFactor)
  const open = useStore(store.twoFactorDialog)
  const send = (done: string) =>
    void store.submitTwoFactorCode().then((isDone) => {
      if (!isDone) return
      toast.success(done)
      onChanged()
    })
  return (
    <>
      <AsyncContent
        state={now}
        what="两步验证"
        onRetry={() => void store.loadTwoFactor()}
        frame={cardFrame}
        skeleton={<CardSkeleton lines={2} className="min-h-[120px]" />}
      >
        {(content) => <State now={content} />}
      </AsyncContent>
      {open.at === 'enrol' && <EnrolDialog enrolment={open.enrolment} onSend={() => send('两步验证已开启')} />}
      {open.at === 'remove' && (
        <CodeDialog
          form={store.removeForm}
          title="关闭两步验证"
          text="关闭后，登录只需密码或短信验证码，恢复码全部作废。"
          submit="关闭"
          danger
          onSend={() => send('两步验证已关闭')}
        />
      )}
      {open.at === 'renew' && (
        <CodeDialog
          form={store.renewForm}
          title="更换恢复码"
          text="更换后，旧的恢复码全部作废。"
          submit="更换"
          onSend={() => send('恢复码已更换')}
        />
      )}
      {open.at === 'codes' && <RecoveryCodes codes={open.codes} />}
    </>
  )
}
