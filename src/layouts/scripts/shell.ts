import { startEntries } from './entries.ts'
import { startMenus } from './menus.ts'
import { startPerson } from './person.ts'
import { startSearch } from './search.ts'

// Everything works without this file; it adds what CSS and forms cannot.
startSearch()
startMenus()
startEntries()
startPerson()
