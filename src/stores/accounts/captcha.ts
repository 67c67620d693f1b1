import { atom, type ReadableAtom } from 'nanostores'
import type { Failure } from '../../contract/envelope.ts'
import type { FieldFault } from '../../contract/failures.ts'
import { captchaSize } from '../../domain/accounts/identity-rules.ts'
import { lineDown, openLine } from './line.ts'

/** The picture of an image captcha. It is good for one try and two minutes. */
export type Captcha =
  | { readonly at: 'none' }
  | { readonly at: 'loading' }
  | { readonly at: 'failed'; readonly message: string }
  | { readonly at: 'ready'; readonly captchaId: string; readonly image: string }
  /** It has done its work; the next one comes when one is needed. */
  | { readonly at: 'used' }

export interface CaptchaStore {
  readonly state: ReadableAtom<Captcha>
  /** Gets the first picture, or one in place of a used one; a picture that is still good stays. */
  readonly need: () => void
  /** Gets another picture in any case. */
  readonly renew: () => Promise<void>
  /** The picture was answered, and the answer taken. */
  readonly use: () => void
  /** What goes with a call. */
  readonly answer: (typed: string) => { captchaId: string; captcha: string }
}

/** Seconds before its end at which a picture makes room for the next, so that nobody types into one that is ending. */
const spare = 5
/** A form that nobody looks at asks for no pictures for ever. */
const renewalsUnseen = 10

/** An image captcha of one form. It renews itself when it expires, as long as somebody may be looking. */
export function captchaStore(): CaptchaStore {
  const state = atom<Captcha>({ at: 'none' })
  let timer: ReturnType<typeof setTimeout> | undefined
  let turn = 0
  let unseen = 0

  const get = async (byItself: boolean): Promise<void> => {
    clearTimeout(timer)
    unseen = byItself ? unseen + 1 : 0
    turn += 1
    const mine = turn
    state.set({ at: 'loading' })
    const line = await openLine()
    if (line === undefined) return state.set({ at: 'failed', message: lineDown.message })
    const answer = await line.api.accounts.loginCaptcha({ ...captchaSize })
    if (mine !== turn) return
    if (!answer.ok) return state.set({ at: 'failed', message: answer.failure.message })
    const { captchaId, image, expiresIn } = answer.content
    state.set({ at: 'ready', captchaId, image })
    timer = setTimeout(expire, Math.max(1, expiresIn - spare) * 1000)
  }
  const expire = (): void => {
    if (state.get().at !== 'ready') return
    if (unseen < renewalsUnseen && document.visibilityState !== 'hidden') return void get(true)
    // Whoever comes back to the page finds a new one.
    state.set({ at: 'none' })
    document.addEventListener('visibilitychange', () => state.get().at === 'none' && void get(false), { once: true })
  }
  return {
    state,
    need: () => {
      const { at } = state.get()
      if (at === 'none' || at === 'used') void get(false)
    },
    renew: () => get(false),
    use: () => {
      clearTimeout(timer)
      turn += 1
      state.set({ at: 'used' })
    },
    answer: (typed) => {
      const now = state.get()
      return { captchaId: now.at === 'ready' ? now.captchaId : '', captcha: typed.trim() }
    },
  }
}

type Line = NonNullable<Awaited<ReturnType<typeof openLine>>>

/** A captcha that a form shows once the server wants it. */
export interface WantedCaptcha {
  readonly store: CaptchaStore
  readonly wanted: ReadableAtom<boolean>
  /** What is missing before anything is sent. */
  readonly missing: (typed: string) => readonly FieldFault[]
  /** What a refusal says, after the next picture was asked for where it is needed. */
  readonly refused: (line: Line, failure: Failure) => readonly FieldFault[]
}

export function wantedCaptcha(): WantedCaptcha {
  const store = captchaStore()
  const wanted = atom(false)
  return {
    ...{ store, wanted },
    missing: (typed) =>
      wanted.get() && typed.trim() === '' ? [{ field: 'captcha', message: '请输入图形验证码' }] : [],
    refused: (line, failure) => {
      const asked = line.is(failure, 'captchaNeeded')
      if (asked || line.is(failure, 'captchaWrong')) wanted.set(true)
      // The picture was good for that one try; a lost line leaves what was typed.
      if (wanted.get() && failure.code !== 0) void store.renew()
      return asked ? [{ field: 'captcha', message: '请输入图形验证码后再提交' }] : line.placedFaults(failure)
    },
  }
}
