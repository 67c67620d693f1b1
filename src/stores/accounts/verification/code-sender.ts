import { atom, type ReadableAtom } from 'nanostores'
import type { Api } from '../../../client/api.ts'
import type { Answer } from '../../../contract/envelope.ts'
import type { FieldError } from '../../../contract/failures.ts'
import { asText, persistedValue } from '../../persisted-storage.ts'
import type { CaptchaStore } from './captcha.ts'
import { codeTargets, type CodePurpose } from './code-targets.ts'
import { networkError, loadClient } from '../sign-in/load-client.ts'

/** State of the button that sends a code by SMS or mail. */
export type CodeSenderState =
  | { readonly at: 'ready' }
  | { readonly at: 'sending' }
  /** `left`: seconds until another code can be requested. */
  | { readonly at: 'waiting'; readonly left: number }

export interface CodeSender {
  readonly state: ReadableAtom<CodeSenderState>
  /** Screen reader text: target and validity of the last code; empty = none sent. */
  readonly announcement: ReadableAtom<string>
  /** Sets the number or address of the form; the waiting time applies per target. */
  readonly setTarget: (typed: string) => void
  /** Sends a code; returns the errors, empty on success. */
  readonly send: (typed: string, captcha: string) => Promise<readonly FieldError[]>
}

type CaptchaAnswer = { captchaId: string; captcha: string }
const noAnswer: CaptchaAnswer = { captchaId: '', captcha: '' }
type Sent = Answer<{ resendAfter: number; expiresIn: number }>
const requestByPurpose: Record<CodePurpose, (api: Api, place: string, answered: CaptchaAnswer) => Promise<Sent>> = {
  signIn: (api, mobile, answered) => api.accounts.mobileRegisterLoginCaptcha({ mobile, ...answered }),
  register: (api, mobile, answered) => api.accounts.smsCaptcha({ mobile, ...answered, purpose: 'register' }),
  resetPassword: (api, mobile, answered) => api.accounts.resetPasswordCaptchaSend({ mobile, ...answered }),
  changeMobile: (api, _own, answered) => api.accounts.smsCaptcha({ mobile: '', ...answered, purpose: 'changeMobile' }),
  reauthenticate: (api, _own, answered) =>
    api.accounts.smsCaptcha({ mobile: '', ...answered, purpose: 'reauthenticate' }),
  newMobile: (api, mobile, answered) => api.accounts.smsCaptcha({ mobile, ...answered, purpose: 'newMobile' }),
  bindEmail: (api, email, answered) => api.accounts.emailCaptchaSend({ email, ...answered }),
  invitation: (api, token) => api.accounts.invitationCodeSend({ token }),
  closeBySms: (api, _own, answered) => api.accounts.closingCodeSend({ way: 'sms', ...answered }),
  closeByMail: (api, _own, answered) => api.accounts.closingCodeSend({ way: 'mail', ...answered }),
}

interface Wait {
  readonly place: string
  readonly until: number
}
/** Restores the waiting time after a reload; the server enforces it too. */
function readWait(key: string): Wait | undefined {
  const [place, until] = (persistedValue('tab', key, asText).read() ?? '').split(' ')
  return place !== undefined && Number(until) > Date.now() ? { place, until: Number(until) } : undefined
}

/** Creates a code sender for one purpose; without a captcha if an invitation link is the proof. */
export function createCodeSender(purpose: CodePurpose, captcha?: CaptchaStore): CodeSender {
  const key = `codeSent:${purpose}`
  const { normalize, validate, mask } = codeTargets[purpose]
  const state = atom<CodeSenderState>({ at: 'ready' })
  const announcement = atom('')
  let ticking: ReturnType<typeof setInterval> | undefined

  const stop = (): void => {
    clearInterval(ticking)
    if (state.get().at === 'waiting') state.set({ at: 'ready' })
  }
  const tick = ({ until }: Wait): void => {
    const left = Math.ceil((until - Date.now()) / 1000)
    if (left > 0) return state.set({ at: 'waiting', left })
    stop()
    // The captcha was used up by the previous code.
    captcha?.ensure()
  }
  const wait = (now: Wait): void => {
    clearInterval(ticking)
    ticking = setInterval(() => tick(now), 1000)
    tick(now)
  }
  const waitFor = (place: string, seconds: number): void => {
    const now = { place, until: Date.now() + seconds * 1000 }
    persistedValue('tab', key, asText).save(`${now.place} ${now.until}`)
    wait(now)
  }
  const before = readWait(key)
  if (before !== undefined) wait(before)

  return {
    state,
    announcement,
    setTarget: (typed) => {
      const place = normalize(typed)
      const before = readWait(key)
      if (before === undefined || state.get().at === 'sending' || validate(place).length > 0) return
      if (before.place === place) return wait(before)
      stop()
      captcha?.ensure()
    },
    send: async (typed, typedCaptcha) => {
      const place = normalize(typed)
      const wrong = validate(place)
      if (captcha !== undefined && typedCaptcha.trim() === '')
        wrong.push({ field: 'captcha', message: '请输入图形验证码' })
      if (wrong.length > 0 || state.get().at !== 'ready') return wrong
      state.set({ at: 'sending' })
      const line = await loadClient()
      const answer = await (line &&
        requestByPurpose[purpose](line.api, place, captcha?.answer(typedCaptcha) ?? noAnswer))
      state.set({ at: 'ready' })
      if (line === undefined || answer === undefined) return [networkError]
      if (answer.ok) {
        captcha?.markUsed()
        announcement.set(`验证码已发送至 ${mask(place)}，${Math.round(answer.content.expiresIn / 60)} 分钟内有效`)
        waitFor(place, answer.content.resendAfter)
        return []
      }
      const { failure } = answer
      const seconds = line.retryAfterOf(failure.content)
      if (line.isFailure(failure, 'codeTooSoon') && seconds !== undefined) {
        captcha?.markUsed()
        waitFor(place, seconds)
        // A network failure (code 0) leaves the captcha valid; every other failure uses it up.
      } else if (failure.code !== 0) void captcha?.renew()
      return line.signInErrors(failure)
    },
  }
}
