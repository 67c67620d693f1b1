export { readFeeds } from './feeds/read-feeds.ts'
export { textUrls } from './text-urls.ts'
