import { useStore } from '@nanostores/react'
import { date } from '../../domain/time.ts'
import * as store from '../../stores/accounts/two-factor.ts'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { toast } from '../../ui/toast.ts'
import { card, Shown } from '../Shown.tsx'
import { CardSkeleton } from '../TableSkeleton.tsx'
import { CodeDialog, EnrolDialog, RecoveryCodes } from './TwoFactorDialogs.tsx'

const begin = () =>
  void store.beginEnrolment().then((refused) => {
    if (refused !== undefined) toast.bad(refused)
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
            <Button onClick={store.beginRenewal}>更换恢复码</Button>
            {!required && <Button onClick={store.beginRemoval}>关闭两步验证</Button>}
          </div>
        )}
      </div>
    </div>
  </section>
)

type Props = {
  /** Reads anew what the page shows besides: sessions and the record. */
  onChanged: () => void
}

/** 两步验证 of the person's own account: its state, and the way on and off. */
export const TwoFactor = ({ onChanged }: Props) => {
  const now = useStore(store.twoFactor)
  const open = useStore(store.open)
  const send = (done: string) =>
    void store.send().then((isDone) => {
      if (!isDone) return
      toast.good(done)
      onChanged()
    })
  return (
    <>
      <Shown
        state={now}
        what="两步验证"
        onRetry={() => void store.load()}
        frame={card}
        skeleton={<CardSkeleton lines={2} className="min-h-[120px]" />}
      >
        {(content) => <State now={content} />}
      </Shown>
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
