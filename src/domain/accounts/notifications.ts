import {
  channels,
  notificationEvents,
  type Channel,
  type NotificationDeclaration,
  type NoticeGroup,
  type NotificationEvent,
} from './notification-events.ts'

export {
  channelLabels,
  channels,
  noticeGroupLabels,
  noticeGroups,
  notificationEvents,
  type Channel,
  type NoticeGroup,
  type NotificationEvent,
} from './notification-events.ts'

const declared = new Map<NotificationEvent, NotificationDeclaration & { readonly event: NotificationEvent }>(
  notificationEvents.map((entry) => [entry.event, entry]),
)

/** Events of a group. */
export const eventsOf = (group: NoticeGroup): readonly NotificationEvent[] =>
  notificationEvents.flatMap((entry) => (entry.group === group ? [entry.event] : []))

/** The group of an event; `platform` for events that are no longer declared. */
export const groupOf = (event: NotificationEvent): NoticeGroup => declared.get(event)?.group ?? 'platform'

/** Whether its mail is sent at once instead of in a digest. */
export const isUrgent = (event: NotificationEvent): boolean => declared.get(event)?.mail === 'now'

/** Channels of an event that cannot be turned off, for security events. */
export const fixedChannels = (event: NotificationEvent): readonly Channel[] =>
  event === 'security.changed' ? ['site', 'sms'] : ['site']

/** Default channels of an event: SMS only for security. */
const defaultChannels = (event: NotificationEvent): readonly Channel[] => declared.get(event)?.by ?? ['site']

/** Chosen channels by event; missing events have their defaults. */
export type NotificationChoices = Partial<Record<NotificationEvent, readonly Channel[]>>

/** Channels on which a person is notified of an event. */
export function channelsOf(event: NotificationEvent, choices: NotificationChoices): readonly Channel[] {
  const chosen = new Set<Channel>([...fixedChannels(event), ...(choices[event] ?? defaultChannels(event))])
  return channels.filter((channel) => chosen.has(channel))
}

/** Minutes for which notifications are collected into one mail. */
export const digestMinutes = 10

/** Earliest time to send an SMS: not from 22:00 to 8:00 (Asia/Shanghai), except for security. */
export function smsTime(now: Date): Date {
  const there = new Date(now.getTime() + 8 * 3_600_000)
  const hour = there.getUTCHours()
  if (hour >= 8 && hour < 22) return now
  const morning = Date.UTC(there.getUTCFullYear(), there.getUTCMonth(), there.getUTCDate() + (hour >= 22 ? 1 : 0), 8)
  return new Date(morning - 8 * 3_600_000)
}
