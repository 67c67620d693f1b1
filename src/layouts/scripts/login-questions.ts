import { links } from '../../domain/links.ts'
import { asking, cancelLogin, drawnForAnother, openLogin, session } from '../../stores/accounts/session.ts'
import { closeDialog, openDialog } from './dialogs.ts'
import { say } from './say.ts'

const words = {
  ended: { title: '登录已失效', text: '请重新登录后继续，已填写的内容会保留。' },
  wanted: { title: '登录', text: '登录后继续刚才的操作。' },
} as const

const dialog = () => document.querySelector<HTMLElement>('dialog[data-dialog="login"]')
function write(selector: string, text: string): void {
  const place = dialog()?.querySelector(selector)
  if (place) place.textContent = text
}
let filled: Promise<void> | undefined
/** The page that the notice is about; undefined where it is about something on this page. */
let target: string | undefined

/** The notice 访问受限 and the login over the page, as the session store asks for them. */
export function startQuestions(): void {
  const yes = document.querySelector<HTMLAnchorElement>('[data-access-login]')
  if (yes !== null) bindYes(yes)
  asking.subscribe((question) => {
    const closed = () => asking.get().at === question.at && cancelLogin()
    if (question.at !== 'access') closeDialog('access')
    if (question.at !== 'login') closeDialog('login')
    if (question.at === 'access') {
      target = question.target
      if (yes !== null) yes.href = links.login(target ?? location.pathname + location.search)
      openDialog('access', closed)
    }
    if (question.at === 'login') {
      const { title, text } = words[question.because]
      write('[data-dialog-title]', title)
      write('[data-login-text]', question.why ?? text)
      void fill()
      openDialog('login', closed)
    }
  })
  // Whoever is signed in may meet the dialog when the line is bad: what it needs is fetched while it is good.
  const stop = session.subscribe((now) => {
    if (now.at === 'out') return
    queueMicrotask(() => stop())
    setTimeout(() => void import('../accounts/scripts/login-dialog.ts'), 4000)
  })
}

/** 确定 leads to the login and from there to the page that was wanted; what was wanted of this page is done here. */
function bindYes(yes: HTMLAnchorElement): void {
  yes.addEventListener('click', (event) => {
    if (target !== undefined || event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    openLogin()
  })
}

/** The form is in the page from the moment it is asked for; pages are full of forms of their own. */
function fill(): Promise<void> {
  const root = dialog()?.querySelector<HTMLElement>('[data-login-place]')
  filled ??= import('../accounts/scripts/login-dialog.ts').then(({ startLoginDialog }) => {
    if (!root) return
    // The page stays as it is, with all that was typed, unless it shows another person's things.
    startLoginDialog(root, () => {
      if (drawnForAnother()) location.reload()
      else say('已登录，请继续')
    })
  })
  return filled
}
