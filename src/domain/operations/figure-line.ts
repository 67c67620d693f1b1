/** Tag of the pages that show the figures of the whole platform. */
export const figuresTag = 'screen'

/** Where data displays listen for changes (server-sent events), and the event they hear. */
export const figuresLine = '/screen/changes'
export const figuresChanged = 'changed'
