import { persistentAtom } from '@nanostores/persistent'

/** What this browser does when a message comes. Both are off until somebody asks for them. */
export const sound = persistentAtom<'on' | 'off'>('chatSound', 'off')
export const desktopNotice = persistentAtom<'on' | 'off'>('chatNotice', 'off')

/** off: not wanted; denied: the browser refuses it for this site; missing: this browser has none. */
export type NoticeState = 'on' | 'off' | 'denied' | 'missing'

export function noticeState(): NoticeState {
  if (!('Notification' in globalThis)) return 'missing'
  if (Notification.permission === 'denied') return 'denied'
  return Notification.permission === 'granted' ? desktopNotice.get() : 'off'
}

/** Asks the browser where it has to be asked; it may refuse. */
export async function setDesktopNotice(on: boolean): Promise<void> {
  if (on && 'Notification' in globalThis && Notification.permission === 'default') {
    await Notification.requestPermission()
  }
  const granted = 'Notification' in globalThis && Notification.permission === 'granted'
  desktopNotice.set(on && granted ? 'on' : 'off')
}

export const setSound = (on: boolean): void => sound.set(on ? 'on' : 'off')
