import { useStore } from '@nanostores/react'
import { useEffect, type ChangeEvent } from 'react'
import type { FieldFault } from '../../contract/failures.ts'
import { links } from '../../domain/links.ts'
import type { CaptchaStore } from '../../stores/accounts/captcha.ts'
import { readCode } from '../../stores/accounts/code-input.ts'
import type { CodeSendingStore } from '../../stores/accounts/code-sending.ts'
import type { CodeValues } from '../../stores/accounts/own-proof.ts'
import { Button } from '../../ui/Button.tsx'
import { isSendKey } from '../../ui/ime.ts'
import { Input } from '../../ui/Input.tsx'
import type { DrawnForm } from '../use-typed-form.ts'
import { CaptchaPicture } from './CaptchaPicture.tsx'

type Props = {
  /** 短信验证码, 邮件验证码 */
  label: string
  text: DrawnForm<CodeValues>['text']
  set: (name: keyof CodeValues, value: string) => void
  captcha: CaptchaStore
  sending: CodeSendingStore
  /** Number or address as it stands in the form; empty where the server knows it. */
  place?: string | undefined
  /** Fields of the form, at which faults of the sending may stand. */
  fields: readonly string[]
  onFaults: (faults: readonly FieldFault[]) => void
  /** In the demo the messages can be read. */
  demo: boolean
}

/** The picture to be read, then the code that it lets be sent, with the wait between two. */
export const CodeFields = (props: Props) => {
  const { label, text, set, captcha, sending, place = '', fields, onFaults, demo } = props
  const now = useStore(sending.state)
  const told = useStore(sending.told)
  const picture = useStore(captcha.state)
  const pictureId = picture.at === 'ready' ? picture.captchaId : ''
  useEffect(() => {
    if (sending.state.get().at === 'ready') captcha.need()
  }, [sending, captcha])
  // What was typed belongs to the picture that was there.
  useEffect(() => {
    if (pictureId !== '') set('captcha', '')
  }, [pictureId, set])
  useEffect(() => sending.about(place), [sending, place])

  const letters = text('captcha')
  const code = text('smsCode')
  const send = () =>
    void sending.send(place, letters.value).then((faults) => {
      const shown = faults.map((fault) => (fields.includes(fault.field) ? fault : { ...fault, field: 'smsCode' }))
      if (shown.length > 0) onFaults(shown)
    })
  const typeCode = (event: ChangeEvent<HTMLInputElement>) => {
    const composing = event.nativeEvent instanceof InputEvent && event.nativeEvent.isComposing
    set('smsCode', composing ? event.target.value : readCode(event.target.value))
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
