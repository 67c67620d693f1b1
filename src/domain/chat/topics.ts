/** The one push topic of a user. */
export const topicOf = (userId: number) => `user/${userId}`
/** What every client id of a user begins with; a part of the tab's own follows. */
export const clientIdPrefixOf = (userId: number) => `u${userId}-`
