/** Reminder events in the history of an order; not shown on pages. */
const reminders = ['remindPromise', 'remindLate', 'remindAccept7', 'remindAccept12'] as const
export type Reminder = (typeof reminders)[number]
export const isReminder = (event: string): boolean => reminders.some((each) => each === event)
