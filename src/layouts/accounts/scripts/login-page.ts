import { onward } from '../../../domain/login-links.ts'
import { bindLogin } from './login-forms.ts'
import { reloadWhenBack } from './form.ts'

/** The login page: the way is part of the address, so that it can be linked and gone back to. */
export function startLoginPage(): void {
  const query = new URLSearchParams(location.search)
  const root = document.querySelector<HTMLElement>('main [data-login-ways]')
  if (root === null) return
  reloadWhenBack()
  // A full load, so that every page starts with the new session.
  const login = bindLogin(root, {
    done: () => location.assign(onward(query.get('redirect'))),
    chosen: (way) => {
      const url = new URL(location.href)
      if (way === 'sms') url.searchParams.set('way', 'sms')
      else url.searchParams.delete('way')
      if (url.href !== location.href) history.pushState(null, '', url)
    },
  })
  addEventListener('popstate', () =>
    login?.show(new URLSearchParams(location.search).get('way') === 'sms' ? 'sms' : 'password'),
  )
  // Few installations have one.
  if (document.querySelector('[data-sso]') !== null) {
    void import('./sso.ts').then(({ bindSso }) => bindSso(query.get('redirect') ?? ''))
  }
}
