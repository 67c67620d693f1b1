import {
  channels,
  notificationEvents,
  type Channel,
  type Declared,
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

const declared = new Map<NotificationEvent, Declared & { readonly event: NotificationEvent }>(
  notificationEvents.map((entry) => [entry.event, entry]),
)

/** Events of a group. */
export const eventsOf = (group: NoticeGroup): readonly NotificationEvent[] =>
  notificationEvents.flatMap((entry) => (entry.group === group ? [entry.event] : []))

/** The group of an event; one that is not declared any more belongs to the platform. */
export const groupOf = (event: NotificationEvent): NoticeGroup => declared.get(event)?.group ?? 'platform'

/** Whether a mail of it goes out at once instead of with others. */
export const isUrgent = (event: NotificationEvent): boolean => declared.get(event)?.mail === 'now'

/** Channels of one event that cannot be turned off: security is always told. */
export const fixedChannels = (event: NotificationEvent): readonly Channel[] =>
  event === 'security.changed' ? ['site', 'sms'] : ['site']

/** Channels until the person chooses: SMS only for what costs safety. */
const defaultChannels = (event: NotificationEvent): readonly Channel[] => declared.get(event)?.by ?? ['site']

/** Chosen channels by event; an event that is not in it has its defaults. */
export type NotificationChoices = Partial<Record<NotificationEvent, readonly Channel[]>>

/** Channels on which a person is told of an event. */
export function channelsOf(event: NotificationEvent, choices: NotificationChoices): readonly Channel[] {
  const chosen = new Set<Channel>([...fixedChannels(event), ...(choices[event] ?? defaultChannels(event))])
  return channels.filter((channel) => chosen.has(channel))
}

/** Several that come within this many minutes are one mail. */
export const digestMinutes = 10

/** Nobody is woken by an SMS from 22:00 to 8:00 in Shanghai, but for safety: when one of now may go out. */
export function smsTime(now: Date): Date {
  const there = new Date(now.getTime() + 8 * 3_600_000)
  const hour = there.getUTCHours()
  if (hour >= 8 && hour < 22) return now
  const morning = Date.UTC(there.getUTCFullYear(), there.getUTCMonth(), there.getUTCDate() + (hour >= 22 ? 1 : 0), 8)
  return new Date(morning - 8 * 3_600_000)
}
