import { signIn } from '../../stores/accounts/session.ts'

/** Words of the fields that a failed call names. */
const isFault = (value: unknown): value is { field: string; message: string } =>
  typeof value === 'object' &&
  value !== null &&
  'field' in value &&
  'message' in value &&
  typeof value.message === 'string'

function show(form: HTMLFormElement, field: string, message: string): void {
  const line =
    form.querySelector<HTMLElement>(`[data-fault="${field}"]`) ?? form.querySelector<HTMLElement>('[data-fault="form"]')
  const input = form.elements.namedItem(field)
  if (input instanceof HTMLInputElement) input.setAttribute('aria-invalid', 'true')
  if (line === null) return
  line.textContent = message
  line.hidden = false
}

function clear(form: HTMLFormElement): void {
  for (const line of form.querySelectorAll<HTMLElement>('[data-fault]')) line.hidden = true
  for (const input of form.querySelectorAll('[aria-invalid]')) input.removeAttribute('aria-invalid')
}

async function submit(form: HTMLFormElement, done: () => void): Promise<void> {
  clear(form)
  const data = new FormData(form)
  const loginName = String(data.get('loginName') ?? '').trim()
  const password = String(data.get('password') ?? '')
  if (loginName === '') show(form, 'loginName', '请输入登录名或手机号')
  if (password === '') show(form, 'password', '请输入密码')
  const wrong = form.querySelector<HTMLElement>('[aria-invalid]')
  if (wrong !== null) return wrong.focus()
  const button = form.querySelector<HTMLButtonElement>('[data-submit]')
  if (button !== null) Object.assign(button, { disabled: true, textContent: '登录中' })
  const answer = await signIn({ loginName, password, keepLogin: data.get('keepLogin') !== null })
  if (button !== null) Object.assign(button, { disabled: false, textContent: '登录' })
  if (answer.ok) return done()
  const faults = Array.isArray(answer.failure.content) ? answer.failure.content.filter(isFault) : []
  if (faults.length === 0) show(form, answer.failure.code === 1001 ? 'password' : 'form', answer.failure.message)
  for (const fault of faults) show(form, fault.field, fault.message)
  form.querySelector<HTMLElement>('[aria-invalid]')?.focus()
}

/** Brings a login form to life; `done` runs after a login that succeeded. */
export function bindLoginForm(form: HTMLFormElement, done: () => void): void {
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    void submit(form, done)
  })
  const eye = form.querySelector<HTMLButtonElement>('[data-show-password]')
  eye?.addEventListener('click', () => {
    const input = form.elements.namedItem('password')
    if (!(input instanceof HTMLInputElement)) return
    const shown = input.type === 'password'
    input.type = shown ? 'text' : 'password'
    eye.setAttribute('aria-pressed', String(shown))
    eye.setAttribute('aria-label', shown ? '隐藏密码' : '显示密码')
  })
  const button = form.querySelector<HTMLButtonElement>('[data-submit]')
  if (button !== null) button.disabled = false
}
