import { startComposing } from './composing.ts'
import { startEntries } from './entries.ts'
import { layOutParts } from './later.ts'
import { startMenus } from './menus.ts'
import { startPerson } from './person.ts'

// A page of an older release asks for scripts that are gone: load it anew, once a minute at most. Without a line it
// would only lose what was typed.
addEventListener('vite:preloadError', () => {
  if (!navigator.onLine) return
  const last = Number(sessionStorage.getItem('reloadedAt'))
  if (Date.now() - last < 60_000) return
  sessionStorage.setItem('reloadedAt', String(Date.now()))
  location.reload()
})

// Everything works without this file; it adds what CSS and forms cannot.
if (document.querySelector('form[data-search]') !== null) {
  void import('./search.ts').then(({ startSearch }) => startSearch())
}
startComposing()
startMenus()
startEntries()
startPerson()
layOutParts()
// Only where there is something to keep or to follow.
if (document.querySelector('button[data-mark]') !== null) {
  void import('./marks.ts').then(({ startMarks }) => startMarks())
}
if (document.querySelector('[data-join]') !== null) {
  void import('./cart.ts').then(({ startCart }) => startCart())
}
