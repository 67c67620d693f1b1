/** Milliseconds between two looks at the outbox while the page is seen. */
const every = 3_000

const place = () => document.querySelector('[data-outbox]')
const told = (sentence: string) => {
  const line = document.querySelector('[data-outbox-told]')
  if (line !== null) line.textContent = sentence
}

/** Puts what the server draws now in the place of the list; scroll, focus and what is selected stay as they are. */
async function renew(): Promise<boolean> {
  const response = await fetch(location.href).catch(() => undefined)
  const now = place()
  if (response?.ok !== true || now === null) return false
  const next = new DOMParser().parseFromString(await response.text(), 'text/html').querySelector('[data-outbox]')
  if (next === null || next.innerHTML === now.innerHTML) return next !== null
  const selected = getSelection()
  if (selected !== null && !selected.isCollapsed && selected.containsNode(now, true)) return true
  const focused = document.activeElement?.id ?? ''
  const before = now.querySelector('li [data-copy]')?.id
  now.replaceChildren(...next.childNodes)
  if (focused !== '') document.getElementById(focused)?.focus({ preventScroll: true })
  if (now.querySelector('li [data-copy]')?.id !== before) told('收到新的短信或邮件')
  return true
}

async function copy(button: HTMLElement): Promise<void> {
  const code = button.dataset['copy'] ?? ''
  // Only secure pages may write to the clipboard; elsewhere the code is selected, ready for the keyboard.
  const copied = await (navigator.clipboard?.writeText(code) ?? Promise.reject(new Error('not secure'))).then(
    () => true,
    () => false,
  )
  const number = button.parentElement?.querySelector('[data-code]')
  if (!copied && number != null) getSelection()?.selectAllChildren(number)
  const word = button.querySelector('span')
  if (word === null) return
  word.textContent = copied ? '已复制' : '已选中'
  told(copied ? `验证码 ${code} 已复制` : `验证码 ${code} 已选中，请按复制键`)
  setTimeout(() => (word.textContent = '复制'), 2_000)
}

/** Keeps the list fresh while somebody looks, and copies codes. */
export function startDemoOutbox(): void {
  document.addEventListener('click', (event) => {
    if (!(event.target instanceof Element)) return
    const button = event.target.closest<HTMLElement>('[data-copy]')
    if (button !== null) return void copy(button)
    const refresh = event.target.closest('[data-outbox-refresh]')
    if (refresh === null || event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    void renew().then((fresh) => (fresh ? told('已更新') : location.reload()))
  })
  setInterval(() => {
    if (document.visibilityState === 'visible') void renew()
  }, every)
}
