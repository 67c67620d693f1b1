/** Milliseconds between refreshes while the page is visible. */
const refreshMs = 3_000

const findList = () => document.querySelector('[data-outbox]')
const announce = (sentence: string) => {
  const line = document.querySelector('[data-outbox-told]')
  if (line !== null) line.textContent = sentence
}

/** Replaces the list by a fresh one from the server; keeps scroll position, focus and selection. */
async function refreshList(): Promise<boolean> {
  const response = await fetch(location.href).catch(() => undefined)
  const now = findList()
  if (response?.ok !== true || now === null) return false
  const next = new DOMParser().parseFromString(await response.text(), 'text/html').querySelector('[data-outbox]')
  if (next === null || next.innerHTML === now.innerHTML) return next !== null
  const selected = getSelection()
  if (selected !== null && !selected.isCollapsed && selected.containsNode(now, true)) return true
  const focused = document.activeElement?.id ?? ''
  const before = now.querySelector('li [data-copy]')?.id
  now.replaceChildren(...next.childNodes)
  if (focused !== '') document.getElementById(focused)?.focus({ preventScroll: true })
  if (now.querySelector('li [data-copy]')?.id !== before) announce('收到新的短信或邮件')
  return true
}

async function copyCode(button: HTMLElement): Promise<void> {
  const code = button.dataset['copy'] ?? ''
  // The clipboard needs a secure context; elsewhere the code is selected for copying by keyboard.
  const copied = await (navigator.clipboard?.writeText(code) ?? Promise.reject(new Error('not secure'))).then(
    () => true,
    () => false,
  )
  const number = button.parentElement?.querySelector('[data-code]')
  if (!copied && number != null) getSelection()?.selectAllChildren(number)
  const word = button.querySelector('span')
  if (word === null) return
  word.textContent = copied ? '已复制' : '已选中'
  announce(copied ? `验证码 ${code} 已复制` : `验证码 ${code} 已选中，请按复制键`)
  setTimeout(() => (word.textContent = '复制'), 2_000)
}

/** Refreshes the list while the page is visible, and copies codes. */
export function startDemoOutbox(): void {
  document.addEventListener('click', (event) => {
    if (!(event.target instanceof Element)) return
    const button = event.target.closest<HTMLElement>('[data-copy]')
    if (button !== null) return void copyCode(button)
    const refresh = event.target.closest('[data-outbox-refresh]')
    if (refresh === null || event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    void refreshList().then((fresh) => (fresh ? announce('已更新') : location.reload()))
  })
  setInterval(() => {
    if (document.visibilityState === 'visible') void refreshList()
  }, refreshMs)
}
