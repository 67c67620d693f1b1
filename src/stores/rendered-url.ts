import { atom } from 'nanostores'

/** Path and query of content rendered by an island without a reload. Undefined while the server's markup is shown. */
export const renderedUrl = atom<string | undefined>()
