import { atom, type ReadableAtom } from 'nanostores'
import type { Api } from '../../client/api.ts'
import type { Answer } from '../../contract/envelope.ts'
import type { FieldFault } from '../../contract/failures.ts'
import { asText, kept } from '../kept.ts'
import type { CaptchaStore } from './captcha.ts'
import { placeOf, type CodeUse } from './code-places.ts'
import { lineDown, openLine } from './line.ts'

/** The button that asks for a code by SMS or mail. */
export type CodeSending =
  | { readonly at: 'ready' }
  | { readonly at: 'sending' }
  /** `left` seconds until another may be asked for. */
  | { readonly at: 'waiting'; readonly left: number }

export interface CodeSendingStore {
  readonly state: ReadableAtom<CodeSending>
  /** Where the last code went and how long it is good, to be read out; empty = none on its way. */
  readonly told: ReadableAtom<string>
  /** Tells which number or address the form holds: the wait is for one, another need not wait. */
  readonly about: (typed: string) => void
  /** Sends a code; gives what was wrong, nothing when it is on its way. */
  readonly send: (typed: string, captcha: string) => Promise<readonly FieldFault[]>
}

type Answered = { captchaId: string; captcha: string }
const noAnswer: Answered = { captchaId: '', captcha: '' }
type Sent = Answer<{ resendAfter: number; expiresIn: number }>
const asks: Record<CodeUse, (api: Api, place: string, answered: Answered) => Promise<Sent>> = {
  signIn: (api, mobile, answered) => api.accounts.mobileRegisterLoginCaptcha({ mobile, ...answered }),
  register: (api, mobile, answered) => api.accounts.smsCaptcha({ mobile, ...answered, purpose: 'register' }),
  resetPassword: (api, mobile, answered) => api.accounts.resetPasswordCaptchaSend({ mobile, ...answered }),
  changeMobile: (api, _own, answered) => api.accounts.smsCaptcha({ mobile: '', ...answered, purpose: 'changeMobile' }),
  reauthenticate: (api, _own, answered) =>
    api.accounts.smsCaptcha({ mobile: '', ...answered, purpose: 'reauthenticate' }),
  newMobile: (api, mobile, answered) => api.accounts.smsCaptcha({ mobile, ...answered, purpose: 'newMobile' }),
  bindEmail: (api, email, answered) => api.accounts.emailCaptchaSend({ email, ...answered }),
  invitation: (api, token) => api.accounts.invitationCodeSend({ token }),
}

interface Wait {
  readonly place: string
  readonly until: number
}
/** The wait outlives a reload of the page, as it does on the server. */
function keptWait(key: string): Wait | undefined {
  const [place, until] = (kept('tab', key, asText).read() ?? '').split(' ')
  return place !== undefined && Number(until) > Date.now() ? { place, until: Number(until) } : undefined
}

/** Asking for codes for one use, with the wait between two; without a captcha where a link was the proof. */
export function codeSending(use: CodeUse, captcha?: CaptchaStore): CodeSendingStore {
  const key = `codeSent:${use}`
  const { read, faults, shown } = placeOf[use]
  const state = atom<CodeSending>({ at: 'ready' })
  const told = atom('')
  let ticking: ReturnType<typeof setInterval> | undefined

  const stop = (): void => {
    clearInterval(ticking)
    if (state.get().at === 'waiting') state.set({ at: 'ready' })
  }
  const tick = ({ until }: Wait): void => {
    const left = Math.ceil((until - Date.now()) / 1000)
    if (left > 0) return state.set({ at: 'waiting', left })
    stop()
    // The picture was used for the code before.
    captcha?.need()
  }
  const wait = (now: Wait): void => {
    clearInterval(ticking)
    ticking = setInterval(() => tick(now), 1000)
    tick(now)
  }
  const waitFor = (place: string, seconds: number): void => {
    const now = { place, until: Date.now() + seconds * 1000 }
    kept('tab', key, asText).keep(`${now.place} ${now.until}`)
    wait(now)
  }
  const before = keptWait(key)
  if (before !== undefined) wait(before)

  return {
    state,
    told,
    about: (typed) => {
      const place = read(typed)
      const before = keptWait(key)
      if (before === undefined || state.get().at === 'sending' || faults(place).length > 0) return
      if (before.place === place) return wait(before)
      stop()
      captcha?.need()
    },
    send: async (typed, typedCaptcha) => {
      const place = read(typed)
      const wrong = faults(place)
      if (captcha !== undefined && typedCaptcha.trim() === '')
        wrong.push({ field: 'captcha', message: '请输入图形验证码' })
      if (wrong.length > 0 || state.get().at !== 'ready') return wrong
      state.set({ at: 'sending' })
      const line = await openLine()
      const answer = await (line && asks[use](line.api, place, captcha?.answer(typedCaptcha) ?? noAnswer))
      state.set({ at: 'ready' })
      if (line === undefined || answer === undefined) return [lineDown]
      if (answer.ok) {
        captcha?.use()
        told.set(`验证码已发送至 ${shown(place)}，${Math.round(answer.content.expiresIn / 60)} 分钟内有效`)
        waitFor(place, answer.content.resendAfter)
        return []
      }
      const { failure } = answer
      const seconds = line.retryAfterOf(failure.content)
      if (line.is(failure, 'codeTooSoon') && seconds !== undefined) {
        captcha?.use()
        waitFor(place, seconds)
        // A lost line leaves what was typed; everything else has used the picture up.
      } else if (failure.code !== 0) void captcha?.renew()
      return line.placedFaults(failure)
    },
  }
}
