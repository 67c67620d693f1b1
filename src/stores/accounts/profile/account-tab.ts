import { atom } from 'nanostores'

/** Tabs of the account page, as in its URL. */
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

/** The tab named by a URL query; the first one by default. */
export const accountTabInUrl = (search: string): AccountTab =>
  accountTabs.find((tab) => tab === new URLSearchParams(search).get('tab')) ?? 'person'

/** The open tab; null before hydration. */
export const accountTab = atom<AccountTab | null>(null)

/** Follows the URL on popstate. Returns the stop function. */
export function syncAccountTab(): () => void {
  const read = () => accountTab.set(accountTabInUrl(location.search))
  read()
  addEventListener('popstate', read)
  return () => removeEventListener('popstate', read)
}

/** Opens a tab and pushes its URL. */
export function openAccountTab(next: AccountTab): void {
  if (accountTab.get() === next) return
  history.pushState(null, '', `${location.pathname}?tab=${next}`)
  accountTab.set(next)
}
