import { useStore } from '@nanostores/react'
import { captchaSize } from '../../domain/accounts/identity-rules.ts'
import type { CaptchaStore } from '../../stores/accounts/captcha.ts'

const words = { none: '点击获取', loading: '', failed: '重新获取', ready: '', used: '已使用' } as const

/** The picture of a captcha: its own button for another one. */
export const CaptchaPicture = ({ captcha }: { captcha: CaptchaStore }) => {
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
