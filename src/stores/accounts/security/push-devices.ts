import { atom } from 'nanostores'
import { api } from '../../../client/browser.ts'
import type { Failure } from '../../../contract/envelope.ts'
import type { PushDevice } from '../../../contract/accounts/push-devices.ts'
import { failures } from '../../../contract/failures.ts'
import { serviceWorkerPath } from '../../../domain/shell/stored-names.ts'
import { loadable } from '../../loadable.ts'

interface PushDevices {
  readonly publicKey: string
  readonly data: readonly PushDevice[]
}

const part = loadable<PushDevices>()
/** Devices with notifications, the current one first. */
export const pushDevices = part.state
export const loadPushDevices = (): Promise<void> => part.load(() => api.accounts.pushDevices({}))

/** Whether this browser can be notified, or why not. */
export type PushSupport = 'can' | 'blocked' | 'unsupported' | 'needsInstalling'

/** iPhones and iPads notify only sites on the home screen. */
const isApplePhone = () => /iPhone|iPad/.test(navigator.userAgent)

export function pushSupport(): PushSupport {
  if (!('serviceWorker' in navigator) || !('PushManager' in globalThis) || !('Notification' in globalThis)) {
    return isApplePhone() ? 'needsInstalling' : 'unsupported'
  }
  return Notification.permission === 'denied' ? 'blocked' : 'can'
}

/** What is being done; after `failed` nothing was changed. */
export type PushChange =
  | { readonly at: 'idle' }
  | { readonly at: 'adding' }
  | { readonly at: 'removing' | 'testing'; readonly deviceId: number }
  | { readonly at: 'failed'; readonly message: string }
export const pushChange = atom<PushChange>({ at: 'idle' })

const fail = (message: string): false => {
  pushChange.set({ at: 'failed', message })
  return false
}
const failWith = ({ message }: Failure): false => fail(message)

const bytesOf = (text: string) =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0))

/** Subscribes this browser; an older subscription with another key is replaced. */
async function subscribe(publicKey: string): Promise<PushSubscription> {
  await navigator.serviceWorker.register(serviceWorkerPath)
  const { pushManager } = await navigator.serviceWorker.ready
  const options = { userVisibleOnly: true, applicationServerKey: bytesOf(publicKey) }
  try {
    return await pushManager.subscribe(options)
  } catch (cause) {
    const older = await pushManager.getSubscription()
    if (older === null) throw cause
    await older.unsubscribe()
    return pushManager.subscribe(options)
  }
}

/** Turns notifications on for this device. Asks for the permission: call on a click. True on success. */
export async function addPushDevice(): Promise<boolean> {
  const now = pushDevices.get()
  if (now.at !== 'ready' || pushChange.get().at === 'adding') return false
  pushChange.set({ at: 'adding' })
  if ((await Notification.requestPermission()) !== 'granted') {
    return fail('未获得通知权限，请在浏览器的网站设置中允许通知后重试')
  }
  const subscription = await subscribe(now.content.publicKey).catch(() => undefined)
  if (subscription === undefined) return fail('浏览器无法连接其通知服务，请检查网络或更换浏览器')
  const { endpoint, keys } = subscription.toJSON()
  const answer = await api.accounts.pushDeviceAdd({
    endpoint: endpoint ?? '',
    p256dh: keys?.['p256dh'] ?? '',
    auth: keys?.['auth'] ?? '',
  })
  if (!answer.ok) return failWith(answer.failure)
  pushChange.set({ at: 'idle' })
  part.update((content) => ({ ...content, data: [answer.content, ...content.data.filter(({ current }) => !current)] }))
  return true
}

/** Turns notifications of a device off. True on success. */
export async function removePushDevice(device: PushDevice): Promise<boolean> {
  const { deviceId, current } = device
  pushChange.set({ at: 'removing', deviceId })
  const answer = await api.accounts.pushDeviceRemove({ deviceId })
  // Removed meanwhile: the same for the person.
  if (!answer.ok && answer.failure.code !== failures.notFound.code) return failWith(answer.failure)
  if (current) await unsubscribe()
  pushChange.set({ at: 'idle' })
  part.update((content) => ({ ...content, data: content.data.filter((one) => one.deviceId !== deviceId) }))
  return true
}

async function unsubscribe(): Promise<void> {
  const worker = await navigator.serviceWorker.getRegistration()
  await (await worker?.pushManager.getSubscription())?.unsubscribe()
}

/** Sends a test notification. True once it waits to be sent. */
export async function testPushDevice({ deviceId }: PushDevice): Promise<boolean> {
  pushChange.set({ at: 'testing', deviceId })
  const answer = await api.accounts.pushDeviceTest({ deviceId })
  if (!answer.ok) return failWith(answer.failure)
  pushChange.set({ at: 'idle' })
  return true
}
