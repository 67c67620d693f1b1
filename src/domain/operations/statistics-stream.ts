/** Cache tag of the pages with platform statistics. */
export const statisticsTag = 'screen'

/** Path of the server-sent events for data displays, and the event name. */
export const statisticsStreamPath = '/screen/changes'
export const statisticsChangedEvent = 'changed'
