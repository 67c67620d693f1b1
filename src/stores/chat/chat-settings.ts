import { persistentAtom } from '@nanostores/persistent'

/** Settings of this browser for incoming messages; both are off by default. */
export const soundSetting = persistentAtom<'on' | 'off'>('chatSound', 'off')
export const desktopNoticeSetting = persistentAtom<'on' | 'off'>('chatNotice', 'off')

/** off: disabled; denied: blocked by the browser for this site; missing: not supported. */
export type NoticeState = 'on' | 'off' | 'denied' | 'missing'

export function noticeState(): NoticeState {
  if (!('Notification' in globalThis)) return 'missing'
  if (Notification.permission === 'denied') return 'denied'
  return Notification.permission === 'granted' ? desktopNoticeSetting.get() : 'off'
}

/** Requests the browser's permission if required; it may be denied. */
export async function setDesktopNotice(on: boolean): Promise<void> {
  if (on && 'Notification' in globalThis && Notification.permission === 'default') {
    await Notification.requestPermission()
  }
  const granted = 'Notification' in globalThis && Notification.permission === 'granted'
  desktopNoticeSetting.set(on && granted ? 'on' : 'off')
}

export const setSound = (on: boolean): void => soundSetting.set(on ? 'on' : 'off')
