import { linkAt, linkTo } from './link-parts.ts'
import { ownPath } from './own-path.ts'

/** Sign-in links, separate from `links` to keep the initial bundle small. */
export const loginLinks = {
  home: linkAt('/'),
  /** `redirect` is the target after sign-in; anything but a path of this site is ignored. */
  login: (redirect?: string, way?: 'sms') => linkTo('/login/login', { way, redirect: ownPath(redirect) }),
  /** After an account was closed: the login page says until when and how to return. */
  accountClosed: () => linkTo('/login/login', { closed: 1 }),
  resetPassword: linkAt('/login/resetPassword'),
  sellerCenter: linkAt('/platform/sellerCenter'),
}

/** Redirect target after sign-in: a path of this site other than the sign-in pages. */
export const onward = (redirect: string | null | undefined): string => {
  const path = ownPath(redirect)
  return path === undefined || path.startsWith(loginLinks.login()) || path.startsWith(loginLinks.resetPassword())
    ? loginLinks.home()
    : path
}
