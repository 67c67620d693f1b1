import { onward } from '../../domain/login-links.ts'
import { bindLogin } from './login-forms.ts'
import { reloadOnHistoryReturn } from '../shell/form.ts'

/** The login page. The login method is part of the URL, so that it can be linked and is in the history. */
export function startLoginPage(): void {
  const query = new URLSearchParams(location.search)
  const root = document.querySelector<HTMLElement>('main [data-login-ways]')
  if (root === null) return
  reloadOnHistoryReturn()
  // A full load, so that every page starts with the new session.
  const login = bindLogin(root, {
    onSignedIn: () => location.assign(onward(query.get('redirect'))),
    onMethodChosen: (way) => {
      const url = new URL(location.href)
      if (way === 'sms') url.searchParams.set('way', 'sms')
      else url.searchParams.delete('way')
      if (url.href !== location.href) history.pushState(null, '', url)
    },
  })
  addEventListener('popstate', () =>
    login?.show(new URLSearchParams(location.search).get('way') === 'sms' ? 'sms' : 'password'),
  )
  // Loaded on demand: few installations have single sign-on.
  if (document.querySelector('[data-sso]') !== null) {
    void import('./sso.ts').then(({ bindSso }) => bindSso(query.get('redirect') ?? ''))
  }
}
