import { session } from '../accounts/session.ts'

/** Specification section 3: the cookie that holds the parties who were greeted. */
const cookieName = 'chatList'
/** A cookie holds 4 KB: the latest parties are enough. */
const most = 60

const read = (): string[] => {
  const part = document.cookie.split('; ').find((pair) => pair.startsWith(`${cookieName}=`))
  if (part === undefined) return []
  try {
    const kept: unknown = JSON.parse(decodeURIComponent(part.slice(cookieName.length + 1)))
    return typeof kept === 'object' && kept !== null ? Object.keys(kept) : []
  } catch {
    return []
  }
}

const attributes = () => `; Path=/; SameSite=Lax${location.protocol === 'https:' ? '; Secure' : ''}`

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
