/** Keyboard and pointer behaviour of menus that already open by CSS or as `details`. */
export function startMenus(): void {
  for (const menu of document.querySelectorAll<HTMLElement>('[data-hover-menu]')) startHoverMenu(menu)
  document.addEventListener('click', ({ target }) => {
    for (const details of document.querySelectorAll<HTMLDetailsElement>('details[data-pop][open]')) {
      if (target instanceof Node && !details.contains(target)) details.open = false
    }
  })
  document.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') return
    const details = document.querySelector<HTMLDetailsElement>('details[data-pop][open], details[data-drawer][open]')
    if (details === null) return
    details.open = false
    details.querySelector('summary')?.focus()
  })
  for (const drawer of document.querySelectorAll<HTMLDetailsElement>('details[data-drawer]')) startDrawer(drawer)
  for (const link of document.querySelectorAll<HTMLAnchorElement>('[data-back]')) startBackLink(link)
}

/** Esc closes until pointer or focus has left; the arrow keys walk through the panel. */
function startHoverMenu(menu: HTMLElement): void {
  const trigger = menu.querySelector<HTMLElement>(':scope > a, :scope > button')
  const open = (isOpen: boolean) => {
    menu.toggleAttribute('data-closed', !isOpen)
    trigger?.setAttribute('aria-expanded', String(isOpen && (menu.matches(':hover') || menu.matches(':focus-within'))))
  }
  menu.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') {
      open(false)
      trigger?.focus()
    }
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
    event.preventDefault()
    open(true)
    const items = [...menu.querySelectorAll<HTMLElement>('a, button')].filter((item) =>
      item.checkVisibility({ visibilityProperty: true }),
    )
    const at = items.findIndex((item) => item === document.activeElement)
    items[(at + (event.key === 'ArrowDown' ? 1 : -1) + items.length) % items.length]?.focus()
  })
  menu.addEventListener('pointerenter', () => open(true))
  menu.addEventListener('pointerleave', () => open(true))
  menu.addEventListener('focusin', ({ relatedTarget }) => {
    if (!(relatedTarget instanceof Node && menu.contains(relatedTarget))) open(true)
  })
  menu.addEventListener('focusout', () =>
    requestAnimationFrame(() => trigger?.setAttribute('aria-expanded', String(menu.matches(':focus-within')))),
  )
  trigger?.setAttribute('aria-expanded', String(menu.matches(':hover') || menu.matches(':focus-within')))
}

function startDrawer(drawer: HTMLDetailsElement): void {
  const close = () => {
    drawer.open = false
    drawer.querySelector('summary')?.focus()
  }
  drawer.addEventListener('toggle', () => document.documentElement.classList.toggle('overflow-hidden', drawer.open))
  drawer.querySelector('[data-drawer-close]')?.addEventListener('click', close)
  drawer.querySelector('[data-drawer-scrim]')?.addEventListener('click', close)
}

/** Navigates back if the referrer is this site, else follows the link. */
function startBackLink(link: HTMLAnchorElement): void {
  link.addEventListener('click', (event) => {
    if (history.length < 2 || !document.referrer.startsWith(`${location.origin}/`)) return
    event.preventDefault()
    history.back()
  })
}
