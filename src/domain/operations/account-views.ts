/** Minutes that an operator may view the account of a person, read-only. */
export const accountViewMinutes = 15

/** Envelope code of a call that an operator who views an account may not make. */
export const viewOnlyCode = 1216

/** Content of the readable cookie of a view: what the notice on every page says. */
export interface AccountView {
  /** The person whose account is viewed. */
  readonly userId: number
  readonly name: string
  /** Milliseconds since 1970. */
  readonly endsAt: number
}

/** A view as a cookie value. */
export const encodeAccountView = ({ userId, endsAt, name }: AccountView): string =>
  `${userId}.${endsAt}.${encodeURIComponent(name)}`

/** The view in a cookie value; undefined where it is none. */
export function decodeAccountView(value: string | undefined): AccountView | undefined {
  const [, userId = '', endsAt = '', name = ''] = /^(\d{1,10})\.(\d{1,15})\.([\w%!'()*~.-]+)$/.exec(value ?? '') ?? []
  if (name === '') return undefined
  try {
    return { userId: Number(userId), endsAt: Number(endsAt), name: decodeURIComponent(name) }
  } catch {
    return undefined
  }
}
