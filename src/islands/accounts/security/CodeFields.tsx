import { useStore } from '@nanostores/react'
import { type ChangeEvent, useEffect } from 'react'
import type { FieldError } from '../../../contract/failures.ts'
import { captchaSize } from '../../../domain/accounts/identity-rules.ts'
import { links } from '../../../domain/links.ts'
import type { CodeValues } from '../../../stores/accounts/security/mobile-proof.ts'
import type { CaptchaStore } from '../../../stores/accounts/verification/captcha.ts'
import { normalizeCode } from '../../../stores/accounts/verification/code-input.ts'
import type { CodeSender } from '../../../stores/accounts/verification/code-sender.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { Input } from '../../../ui/form/Input.tsx'
import { isSendKey } from '../../../ui/form/ime.ts'
import type { FormBindings } from '../../form/use-form.ts'

const words = { none: '点击获取', loading: '', failed: '重新获取', ready: '', used: '已使用' } as const

/** Captcha image as a button that loads another one. */
const CaptchaPicture = ({ captcha }: { captcha: CaptchaStore }) => {
  const now = useStore(captcha.state)
  return (
    <button
      type="button"
      className={`grid h-9 w-[98px] shrink-0 place-items-center overflow-hidden rounded-md border border-line-strong bg-surface-3 text-sm text-ink-2 hover:border-accent max-md:h-11 max-md:w-[119px] ${now.at === 'loading' ? 'skeleton' : ''}`}
      title="看不清，换一张"
      aria-busy={now.at === 'loading' || undefined}
      onClick={() => void captcha.renew()}
    >
      {now.at === 'ready' ? (
        <img className="h-full w-full" width={captchaSize.w} height={captchaSize.h} alt="" src={now.image} />
      ) : (
        words[now.at]
      )}
      <span className="sr-only">图形验证码，换一张</span>
    </button>
  )
}

type Props = {
  /** 短信验证码, 邮件验证码 */
  label: string
  text: FormBindings<CodeValues>['text']
  set: (name: keyof CodeValues, value: string) => void
  captcha: CaptchaStore
  sending: CodeSender
  /** Number or address in the form; empty if the server knows it. */
  place?: string | undefined
  /** Form fields at which send errors may be shown. */
  fields: readonly string[]
  onFaults: (fieldErrors: readonly FieldError[]) => void
  /** In the demo messages are shown in the outbox. */
  demo: boolean
}

/** Captcha, then the code it permits to send, with a waiting time between two codes. */
export const CodeFields = (props: Props) => {
  const { label, text, set, captcha, sending, place = '', fields, onFaults, demo } = props
  const now = useStore(sending.state)
  const told = useStore(sending.announcement)
  const picture = useStore(captcha.state)
  const pictureId = picture.at === 'ready' ? picture.captchaId : ''
  useEffect(() => {
    if (sending.state.get().at === 'ready') captcha.ensure()
  }, [sending, captcha])
  // The typed answer belongs to the previous picture.
  useEffect(() => {
    if (pictureId !== '') set('captcha', '')
  }, [pictureId, set])
  useEffect(() => sending.setTarget(place), [sending, place])

  const letters = text('captcha')
  const code = text('smsCode')
  const send = () =>
    void sending.send(place, letters.value).then((fieldErrors) => {
      const shown = fieldErrors.map((fault) => (fields.includes(fault.field) ? fault : { ...fault, field: 'smsCode' }))
      if (shown.length > 0) onFaults(shown)
    })
  const typeCode = (event: ChangeEvent<HTMLInputElement>) => {
    const composing = event.nativeEvent instanceof InputEvent && event.nativeEvent.isComposing
    set('smsCode', composing ? event.target.value : normalizeCode(event.target.value))
  }
  return (
    <>
      <div className="flex items-start gap-3">
        <Input
          label="图形验证码"
          className="flex-1"
          placeholder="不分大小写"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={10}
          disabled={picture.at === 'used'}
          {...letters}
          onKeyDown={(event) => {
            if (!isSendKey(event)) return
            event.preventDefault()
            if (now.at === 'ready') send()
          }}
        />
        <span className="mt-7">
          <CaptchaPicture captcha={captcha} />
        </span>
      </div>
      <div>
        <div className="flex items-start gap-3">
          <Input
            label={label}
            required
            className="flex-1"
            placeholder="6 位数字"
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={200}
            {...code}
            onChange={typeCode}
          />
          <Button
            className="mt-7 w-[98px] px-0! max-md:h-11 max-md:w-[119px]"
            disabled={now.at === 'waiting'}
            busy={now.at === 'sending'}
            onClick={send}
          >
            {now.at === 'waiting' ? `${now.left} 秒后重发` : now.at === 'sending' ? '正在发送' : '获取验证码'}
          </Button>
        </div>
        <p className="mt-1.5 text-sm text-ink-3 empty:hidden" role="status">
          {told}
        </p>
        {demo && (
          <a
            href={links.demoOutbox()}
            className="mt-1.5 inline-block text-sm text-accent underline-offset-3 hover:underline"
            target="_blank"
            rel="noopener"
          >
            演示环境：在此查看{label.slice(0, 2)}
          </a>
        )}
      </div>
    </>
  )
}
