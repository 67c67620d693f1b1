import { startEntries } from './entries.ts'
import { startMenus } from './menus.ts'
import { startPerson } from './person.ts'
import { startSearch } from './search.ts'

// A page of an older release asks for scripts that are gone: load it anew, once a minute at most.
addEventListener('vite:preloadError', () => {
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
