import { notificationEvents, type NotificationEvent } from './notifications.ts'

/** Devices that one person is notified on, at most. */
export const maxPushDevices = 10

/** Characters of an endpoint at most; services use up to about 500. */
export const maxEndpointLength = 1_000

const names: ReadonlyMap<string, string> = new Map(notificationEvents.map(({ event, name }) => [event, name]))

/** Events whose titles name a person or a company without quotation marks. */
const namingEvents: ReadonlySet<NotificationEvent> = new Set([
  'invitation.received',
  'invitation.answered',
  'claim.submitted',
  'join.applied',
])

/** Amounts, and names that people gave: nothing for a lock screen. */
const isPrivate = (event: NotificationEvent, title: string): boolean =>
  namingEvents.has(event) || /[¥￥“”]|\d ?[万亿]?元/.test(title)

/**
 * Title of a notification on a device, where it may be seen on a locked screen: the title of the notice, or the name of
 * the event where that says an amount or a name that somebody gave.
 */
export const deviceTitle = (event: NotificationEvent, title: string): string =>
  isPrivate(event, title) ? (names.get(event) ?? '您有一条新消息') : title

/** What a device shows: encrypted for it alone. */
export interface DeviceMessage {
  readonly title: string
  /** Path of the page that it is about. */
  readonly path: string
}
