import { atom } from 'nanostores'

/** Parts of the account page, as its address names them. */
export const accountTabs = [
  'person',
  'company',
  'certification',
  'legal',
  'invoice',
  'receiving',
  'visibility',
] as const
export type AccountTab = (typeof accountTabs)[number]

/** The part that an address names; the first one when it names none. */
export const tabOf = (search: string): AccountTab =>
  accountTabs.find((tab) => tab === new URLSearchParams(search).get('tab')) ?? 'person'

/** The open part; null before the page has read its address. */
export const tab = atom<AccountTab | null>(null)

/** Follows the address, back and forth. Returns the way to stop. */
export function start(): () => void {
  const read = () => tab.set(tabOf(location.search))
  read()
  addEventListener('popstate', read)
  return () => removeEventListener('popstate', read)
}

/** Opens a part; the address says so, and back leads to the one before. */
export function openTab(next: AccountTab): void {
  if (tab.get() === next) return
  history.pushState(null, '', `${location.pathname}?tab=${next}`)
  tab.set(next)
}
