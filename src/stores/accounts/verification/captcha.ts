import { atom, type ReadableAtom } from 'nanostores'
import type { Failure } from '../../../contract/envelope.ts'
import type { FieldError } from '../../../contract/failures.ts'
import { captchaSize } from '../../../domain/accounts/identity-rules.ts'
import { networkError, loadClient } from '../sign-in/load-client.ts'

/** An image captcha; valid for one attempt within two minutes. */
export type Captcha =
  | { readonly at: 'none' }
  | { readonly at: 'loading' }
  | { readonly at: 'failed'; readonly message: string }
  | { readonly at: 'ready'; readonly captchaId: string; readonly image: string }
  /** Used up; the next one is loaded when needed. */
  | { readonly at: 'used' }

export interface CaptchaStore {
  readonly state: ReadableAtom<Captcha>
  /** Loads a captcha if there is none or it is used up; a valid one stays. */
  readonly ensure: () => void
  /** Loads another captcha in any case. */
  readonly renew: () => Promise<void>
  /** Marks the captcha as used after the server accepted its answer. */
  readonly markUsed: () => void
  /** Captcha input of a call. */
  readonly answer: (typed: string) => { captchaId: string; captcha: string }
}

/** Seconds before expiry at which the captcha is renewed, so that nobody types into an expiring one. */
const renewalMarginSeconds = 5
/** Limits renewals while the form is not visible. */
const maxUnseenRenewals = 10

/** Creates the captcha of one form. It renews itself on expiry while the page may be visible. */
export function createCaptcha(): CaptchaStore {
  const state = atom<Captcha>({ at: 'none' })
  let timer: ReturnType<typeof setTimeout> | undefined
  let latestRequest = 0
  let unseen = 0

  const get = async (byItself: boolean): Promise<void> => {
    clearTimeout(timer)
    unseen = byItself ? unseen + 1 : 0
    latestRequest += 1
    const mine = latestRequest
    state.set({ at: 'loading' })
    const line = await loadClient()
    if (line === undefined) return state.set({ at: 'failed', message: networkError.message })
    const answer = await line.api.accounts.loginCaptcha({ ...captchaSize })
    if (mine !== latestRequest) return
    if (!answer.ok) return state.set({ at: 'failed', message: answer.failure.message })
    const { captchaId, image, expiresIn } = answer.content
    state.set({ at: 'ready', captchaId, image })
    timer = setTimeout(expire, Math.max(1, expiresIn - renewalMarginSeconds) * 1000)
  }
  const expire = (): void => {
    if (state.get().at !== 'ready') return
    if (unseen < maxUnseenRenewals && document.visibilityState !== 'hidden') return void get(true)
    // A new one is loaded when the page becomes visible again.
    state.set({ at: 'none' })
    document.addEventListener('visibilitychange', () => state.get().at === 'none' && void get(false), { once: true })
  }
  return {
    state,
    ensure: () => {
      const { at } = state.get()
      if (at === 'none' || at === 'used') void get(false)
    },
    renew: () => get(false),
    markUsed: () => {
      clearTimeout(timer)
      latestRequest += 1
      state.set({ at: 'used' })
    },
    answer: (typed) => {
      const now = state.get()
      return { captchaId: now.at === 'ready' ? now.captchaId : '', captcha: typed.trim() }
    },
  }
}

type Client = NonNullable<Awaited<ReturnType<typeof loadClient>>>

/** A captcha that is shown once the server requires it. */
export interface OptionalCaptcha {
  readonly store: CaptchaStore
  readonly isRequired: ReadableAtom<boolean>
  /** Missing input, before anything is sent. */
  readonly missingErrors: (typed: string) => readonly FieldError[]
  /** Errors of a failure; loads the next captcha if one is required. */
  readonly failureErrors: (line: Client, failure: Failure) => readonly FieldError[]
}

export function createOptionalCaptcha(): OptionalCaptcha {
  const store = createCaptcha()
  const wanted = atom(false)
  return {
    store,
    isRequired: wanted,
    missingErrors: (typed) =>
      wanted.get() && typed.trim() === '' ? [{ field: 'captcha', message: '请输入图形验证码' }] : [],
    failureErrors: (line, failure) => {
      const asked = line.isFailure(failure, 'captchaNeeded')
      if (asked || line.isFailure(failure, 'captchaWrong')) wanted.set(true)
      // A captcha is valid for one attempt; a network failure (code 0) does not use it up.
      if (wanted.get() && failure.code !== 0) void store.renew()
      return asked ? [{ field: 'captcha', message: '请输入图形验证码后再提交' }] : line.signInErrors(failure)
    },
  }
}
