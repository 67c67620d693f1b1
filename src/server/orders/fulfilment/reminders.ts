/** Events that an order's history keeps of what its people were reminded of; no page shows them. */
const reminders = ['remindPromise', 'remindLate', 'remindAccept7', 'remindAccept12'] as const
export type Reminder = (typeof reminders)[number]
export const isReminder = (event: string): boolean => reminders.some((each) => each === event)
