import { at, to } from './link-parts.ts'
import { ownPath } from './own-path.ts'

/** Links of those who come in: parts of `links`, apart so that a first look at a page need not load all of them. */
export const loginLinks = {
  home: at('/'),
  /** `redirect` is where to go afterwards; anything but a path of this site is left out. */
  login: (redirect?: string, way?: 'sms') => to('/login/login', { way, redirect: ownPath(redirect) }),
  resetPassword: at('/login/resetPassword'),
  sellerCenter: at('/platform/sellerCenter'),
}

/** Where a login leads: a path of this site, but not back to the login. */
export const onward = (redirect: string | null | undefined): string => {
  const path = ownPath(redirect)
  return path === undefined || path.startsWith(loginLinks.login()) || path.startsWith(loginLinks.resetPassword())
    ? loginLinks.home()
    : path
}
