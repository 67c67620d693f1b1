import { startEntries } from './entries.ts'
import { startMarks } from './marks.ts'
import { startMenus } from './menus.ts'
import { startPerson } from './person.ts'
import { startSearch } from './search.ts'

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
startSearch()
startMenus()
startEntries()
startPerson()
startMarks()
