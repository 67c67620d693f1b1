import { links } from '../../domain/links.ts'
import {
  loginPrompt,
  closeLoginPrompt,
  isRenderedForAnother,
  openLoginDialog,
  session,
} from '../../stores/accounts/session.ts'
import { closeDialog, openDialog } from '../shell/dialogs.ts'
import { showToast } from '../shell/toast.ts'

const dialogTexts = {
  ended: { title: '登录已失效', text: '请重新登录后继续，已填写的内容会保留。' },
  wanted: { title: '登录', text: '登录后继续刚才的操作。' },
} as const

const dialog = () => document.querySelector<HTMLElement>('dialog[data-dialog="login"]')
function setDialogText(selector: string, text: string): void {
  const element = dialog()?.querySelector(selector)
  if (element) element.textContent = text
}
let loginFormLoaded: Promise<void> | undefined
/** Page that requires the login; undefined for an action on this page. */
let target: string | undefined

/** Opens the dialog 访问受限 and the login dialog when the session store requests them. */
export function startAccessDialogs(): void {
  const confirmLink = document.querySelector<HTMLAnchorElement>('[data-access-login]')
  if (confirmLink !== null) bindConfirmLink(confirmLink)
  loginPrompt.subscribe((question) => {
    const onClosed = () => loginPrompt.get().at === question.at && closeLoginPrompt()
    if (question.at !== 'access') closeDialog('access')
    if (question.at !== 'login') closeDialog('login')
    if (question.at === 'access') {
      target = question.target
      if (confirmLink !== null) confirmLink.href = links.login(target ?? location.pathname + location.search)
      openDialog('access', onClosed)
    }
    if (question.at === 'login') {
      const { title, text } = dialogTexts[question.because]
      setDialogText('[data-dialog-title]', title)
      setDialogText('[data-login-text]', question.why ?? text)
      void loadLoginForm()
      openDialog('login', onClosed)
    }
  })
  // A session may end while the network is bad: preload the dialog for signed-in users.
  const stop = session.subscribe((now) => {
    if (now.at === 'out') return
    queueMicrotask(() => stop())
    setTimeout(() => void import('./login-dialog.ts'), 4000)
  })
}

/** 确定 links to the login and on to the requested page; for an action on this page it opens the login dialog. */
function bindConfirmLink(link: HTMLAnchorElement): void {
  link.addEventListener('click', (event) => {
    if (target !== undefined || event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    openLoginDialog()
  })
}

/** Adds the login form to the page when it is first needed. */
function loadLoginForm(): Promise<void> {
  const root = dialog()?.querySelector<HTMLElement>('[data-login-place]')
  loginFormLoaded ??= import('./login-dialog.ts').then(({ startLoginDialog }) => {
    if (!root) return
    // The page keeps its state, unless it was rendered for another user.
    startLoginDialog(root, () => {
      if (isRenderedForAnother()) location.reload()
      else showToast('已登录，请继续')
    })
  })
  return loginFormLoaded
}
