import { cookieAttributes, cookieValue } from '../../domain/accounts/session.ts'
import { session } from '../accounts/session.ts'

/** Specification section 3: the cookie that holds the parties who were greeted. */
const cookieName = 'chatList'
/** A cookie holds 4 KB: the latest parties are enough. */
const most = 60

const read = (): string[] => {
  const value = cookieValue(document.cookie, cookieName)
  if (value === undefined) return []
  try {
    const kept: unknown = JSON.parse(decodeURIComponent(value))
    return typeof kept === 'object' && kept !== null ? Object.keys(kept) : []
  } catch {
    return []
  }
}

const attributes = () => cookieAttributes(location.protocol)

/** True the first time a party is met; remembers it. */
export function greetOnce(party: string): boolean {
  const known = read()
  if (known.includes(party)) return false
  const map = Object.fromEntries([...known, party].slice(-most).map((one) => [one, 1]))
  document.cookie = `${cookieName}=${encodeURIComponent(JSON.stringify(map))}; Max-Age=31536000${attributes()}`
  return true
}

/** Keeps the platform's customer service for other clients of this browser. */
export const keepServiceId = (userId: number): void => {
  document.cookie = `platformServiceId=${userId}; Max-Age=31536000${attributes()}`
}

/** Specification section 4: signing out clears the chat list. */
export const forgetGreeted = (): void => {
  document.cookie = `${cookieName}=; Max-Age=0${attributes()}`
}

session.listen((now) => {
  if (now.at === 'out') forgetGreeted()
})
